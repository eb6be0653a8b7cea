"""Playing games: a pairing's games in batches, single games as records and traces."""
