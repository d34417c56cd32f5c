"""Of kept advices held against a base that changed."""
