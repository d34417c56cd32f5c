"""How fast hardware runs a model."""
