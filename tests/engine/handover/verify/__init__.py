"""What is planned to be measured, and what is read back."""
