"""What `sizewise doctor` sees."""
