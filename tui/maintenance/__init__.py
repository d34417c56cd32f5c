"""Commands for those who keep the base: they fit, measure and write files, and need the development dependencies."""
