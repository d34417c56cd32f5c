"""The advisor as tools and resources of an assistant, over the Model Context Protocol. It computes nothing of its own."""
