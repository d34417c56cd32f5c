"""The parsers of the commands. They import nothing that takes time: what a command runs is imported when it runs."""
