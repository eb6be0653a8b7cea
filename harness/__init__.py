"""Headrace: a tournament and simulation harness for small hidden-information card games."""
