"""How fast the exact engine is: `make bench`."""
