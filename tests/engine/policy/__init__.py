"""A policy: what it accepts, what it says of a price and a machine, and what an advice makes of it."""
