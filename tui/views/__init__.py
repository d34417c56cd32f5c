"""What people read, as lines of a given width. Every face shows these; nothing is computed here."""
