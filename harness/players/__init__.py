"""Players: what one is, its parameters, how it is found, loaded and checked."""

from harness.players.api import Parameter, Parameters, jit, player

__all__ = ["Parameter", "Parameters", "jit", "player"]
