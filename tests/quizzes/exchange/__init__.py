"""Items in the formats of others."""
