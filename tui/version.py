"""The version of Sizewise: that of pyproject.toml."""

VERSION = "0.1.0"
