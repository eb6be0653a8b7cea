"""A run's files: folder, manifest, ledger, shards and faults, and the reader that unpacks them."""
