"""Commands for those who keep the base: they fit, measure and write files, and need the development dependencies.

To be read in this order: cases, knobs, fit, ranges, calibrate, accuracy, scatter.
"""
