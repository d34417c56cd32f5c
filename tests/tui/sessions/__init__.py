"""Saved conversations: what a file gives back, whatever happened to it."""
