"""The pieces of the browse screen: the list, the page, the search."""
