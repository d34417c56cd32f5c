"""AWS regions."""

from msgspec import field

from knowledge.schema.practice import ImageRegistry
from knowledge.schema.record import Entry, Text


class Region(Entry):
    """A region. Its id is the code (`eu-west-1`); its aliases are the city and country people say."""

    city: str
    geography: str
    opt_in: bool
    """True where an account has to switch the region on first."""
    image_accounts: dict[ImageRegistry, Text] = field(default_factory=dict)
    """Registry of container images -> the account that holds them in this region."""
