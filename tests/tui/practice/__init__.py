"""Practice without a screen: every stage, by lines."""
