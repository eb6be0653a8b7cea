"""The subcommands, one module each, imported when they are used."""
