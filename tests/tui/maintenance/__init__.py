"""Records as the command writes them, and as a browser shows them."""
