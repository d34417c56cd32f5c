"""The advisor as tools of an assistant, seen by the official client."""
