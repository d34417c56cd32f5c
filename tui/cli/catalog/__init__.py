"""`sizewise catalog`: look through the instance catalogue. One module per action; only that one is loaded."""
