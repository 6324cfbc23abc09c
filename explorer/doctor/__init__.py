"""``compile-explorer doctor``: is everything here that compiling and explaining need? Works when torch is missing."""
