"""Output that every face shares: standard streams, files, JSON text, exit statuses."""
