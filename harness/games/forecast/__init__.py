"""Forecast: predict which card will end on top of each slot."""
