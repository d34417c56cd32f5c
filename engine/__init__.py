"""What follows from what is known: from a workload to an advice. Pure: no files, no clock, no screen."""
