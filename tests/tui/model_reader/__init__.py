"""Tests of a language model that reads along, against servers on this machine that follow a script."""
