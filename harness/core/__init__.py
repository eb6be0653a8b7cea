"""What every layer stands on: errors, random streams, the compiler gate, logging, safe file writes."""
