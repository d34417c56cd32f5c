"""Records that an advice is handed on as."""
