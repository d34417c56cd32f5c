"""How long it takes until a model answers: loading, compiling, starting, scaling out."""
