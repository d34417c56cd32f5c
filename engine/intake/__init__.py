"""From words, settings and files to facts."""
