"""Commands for those who keep this repository: they fit, measure and write files, need the development dependencies, and are not installed.

The fit, in this order: measured_cases, coefficient_knobs, fit, error_ranges, calibrate, accuracy, scatter_plot.
"""
