"""What helps where something hurts."""
