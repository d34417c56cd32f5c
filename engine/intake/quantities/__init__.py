"""Quantities of a message and the facts they state: numbers, their units, and what is said of them."""
