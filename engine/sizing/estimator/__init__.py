"""Estimates of a model on hardware: options, checked inputs, memory and speed, and the arithmetic in words."""
