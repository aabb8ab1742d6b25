"""The fonts that travel with the package, and the script that made them."""
