"""How the catalogue is built, and brought up to date: each module of `knowledge/refresh`."""
