"""What must hold whoever writes the input: nothing leaves, nothing is run, nothing steers the terminal, nothing is read by others."""
