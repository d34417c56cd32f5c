"""The pieces of the screens."""
