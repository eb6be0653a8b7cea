"""Experiments: what is played, the workers that play it, and the one runner that collects it in order."""
