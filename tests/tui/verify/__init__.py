"""Of `sizewise verify`."""
