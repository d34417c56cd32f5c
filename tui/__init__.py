"""Every face of Sizewise: the command line today, the app later."""
