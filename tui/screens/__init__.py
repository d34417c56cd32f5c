"""The screens of the app: one module each, its style beside it."""
