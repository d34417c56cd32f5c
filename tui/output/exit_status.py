"""Exit statuses of every command, as `sizewise help` documents them."""

DONE, INTERNAL, BAD_INPUT, NOTHING_FITS, CHANGED = 0, 1, 2, 3, 4
STOPPED = 130
"""What a shell reports for a program that Ctrl-C ended."""
