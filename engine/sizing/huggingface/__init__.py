"""Reads the shape of a model from a Hugging Face configuration."""
