"""The instance catalogue: its tables, the filter language, likeness."""
