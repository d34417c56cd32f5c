"""What a model needs, and what a device gives."""
