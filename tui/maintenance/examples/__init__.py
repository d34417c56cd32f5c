"""The examples of the documentation: found in its pages, run, compared with what the page shows."""
