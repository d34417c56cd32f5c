"""A language model as a second reader: what is sent where, what comes back, and whether it helps. Off unless somebody asks for it."""
