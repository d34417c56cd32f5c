"""What Sizewise is made of: what is pinned, a bill of materials, a look for known vulnerabilities."""
