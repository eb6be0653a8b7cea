"""The `headrace` command: a thin translation of the library, and all that knows click, tqdm and terminals."""
