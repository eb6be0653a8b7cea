"""Players: what one is, its parameters, how it is found, loaded and checked."""

from harness.players.api import Parameter, Parameters, inline, jit, player

__all__ = ["Parameter", "Parameters", "inline", "jit", "player"]
