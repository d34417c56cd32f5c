"""AWS regions."""

from knowledge.schema.record import Entry


class Region(Entry):
    """A region. Its id is the code (`eu-west-1`); its aliases are the city and country people say."""

    city: str
    geography: str
    opt_in: bool
    """True where an account has to switch the region on first."""
