"""What the machine does wrong, and what a person gets then."""
