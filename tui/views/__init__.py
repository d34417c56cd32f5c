"""What people read, as lines of a width: every face shows these, and none of them computes anything."""
