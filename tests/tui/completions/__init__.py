"""What Tab offers."""
