"""Practice as a conversation: a typed line goes in, parts to show come out. The app and the line mode share it."""
