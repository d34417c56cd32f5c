"""The log on the disk: what is acknowledged is kept, whatever happens to the process or the file."""
