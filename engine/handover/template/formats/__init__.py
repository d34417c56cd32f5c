"""The languages in which a template is written. None of them knows of places."""
