"""Of `sizewise recheck`."""
