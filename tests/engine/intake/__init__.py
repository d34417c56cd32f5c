"""Messages as people type them, and the facts that a careful reader takes from them."""
