"""Memory: published figures are met, and the arithmetic behaves."""
