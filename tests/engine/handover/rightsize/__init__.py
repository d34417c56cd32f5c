"""What an advice is handed on as, and what comes back."""
