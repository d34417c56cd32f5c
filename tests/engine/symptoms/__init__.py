"""Which symptom a text or a log tells of."""
