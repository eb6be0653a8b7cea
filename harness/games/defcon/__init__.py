"""Defcon: two decks, six rivers, and a lead that must outlast one reply."""
