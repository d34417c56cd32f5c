"""Records: one family per module. Nothing here decides; nothing here reads a file."""
