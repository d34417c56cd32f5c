"""Estimates: published deployments and measurements, what has to hold for any run, and the arithmetic in words."""
