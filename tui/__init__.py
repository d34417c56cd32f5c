"""Every face of Sizewise: the command line, the app, the line-by-line conversation, the server for assistants."""
