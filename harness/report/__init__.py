"""Results for people: tables, charts and pages from estimates; nothing here plays, reads runs or prints."""
