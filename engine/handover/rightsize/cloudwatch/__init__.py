"""Metrics of CloudWatch, however they were taken out of it, gathered to the use of each resource."""
