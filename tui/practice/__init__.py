"""Practice as a talk: a typed line goes in, parts to be shown come out. The app and the plain mode share it."""
