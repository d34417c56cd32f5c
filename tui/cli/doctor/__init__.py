"""`sizewise doctor`: what to look at first when something is wrong, each with what to do next."""
