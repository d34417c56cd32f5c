"""Facts of a message that its amounts state."""
