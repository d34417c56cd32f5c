"""Templates: what they say, and that AWS's own tools accept it."""
