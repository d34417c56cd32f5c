"""What a model needs and how fast it runs: published figures are met, and the arithmetic behaves."""
