"""Files: the scenario schema, reading and writing, map importers, and what is wrong with a file."""
