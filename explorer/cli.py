"""``compile-explorer``: the command line."""
