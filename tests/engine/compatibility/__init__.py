"""Software against hardware."""
