"""The figures behind the plots."""
