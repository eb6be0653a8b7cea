"""The conformance kit of players, a check a module; `kit` runs them all."""
