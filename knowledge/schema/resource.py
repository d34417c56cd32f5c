"""Resources of AWS as deployable text names them: in a request of the API, in CloudFormation, in Terraform's aws provider."""

from typing import Literal

from msgspec import field

from knowledge.schema.record import Record, SourceIds, Text

Attribute = Literal["name", "arn", "id", "version"]
"""What one resource may need to know of another."""


class Call(Record):
    """The request that makes it. Its fields are the properties of CloudFormation, but for what stands here."""

    service: Text
    """As boto3 and the command line call it."""
    operation: Text
    name: str = ""
    """The field that holds its name; empty where it has none of its own."""
    each_run: bool = False
    """Whether its name is a new one every time: jobs."""
    lower: bool = False
    """Whether its fields begin with a small letter."""
    fields: dict[str, str] = field(default_factory=dict)
    """Property -> field, where the two are called differently."""
    joined: tuple[str, ...] = ()
    """Lists that the field takes as one text with commas."""
    waits: str = ""
    """The waiter that ends when it can be used; empty where it can be used at once."""
    waits_by: tuple[str, ...] = ()
    """The fields by which the waiter knows it, besides its name."""
    answers: dict[Attribute, str] = field(default_factory=dict)
    """Where the response tells an attribute; after `=` a value that always stands for it."""


class Part(Record):
    """Where a language has no resource for it, but a property of the one that it comes after."""

    property: Text
    many: bool = False
    """Whether that property is a list of such."""
    keeps: tuple[str, ...] = ()
    """Its own properties that stand there; none where `property` is a mere switch."""


class ResourceDeclaration(Record):
    """The resource in a language that declares."""

    type: str = ""
    """Empty where it is a part of another, or cannot be said."""
    part: Part | None = None
    attributes: dict[Attribute, str] = field(default_factory=dict)
    """What the language calls an attribute; empty for the bare reference."""
    fields: dict[str, str] = field(default_factory=dict)
    """Path of a property -> what the language calls it, where a rule does not say; empty where its own properties move up."""
    named: str = ""
    """The argument that has to hold a name; empty where the language finds one itself."""
    maps: tuple[str, ...] = ()
    """Paths of lists of names and values that the language takes as a map."""
    texts: tuple[str, ...] = ()
    """Properties whose numbers the language takes as text."""
    documents: tuple[str, ...] = ()
    """Paths of properties that the language takes as JSON, in the words of the API."""
    lacks: tuple[str, ...] = ()
    """Paths of properties that the language cannot say."""
    create_before_destroy: bool = False
    """Whether a change makes the new one before the old one is taken down, since another resource uses it until then."""

    @property
    def is_expressible(self) -> bool:
        """Whether the language has a word for it."""
        return bool(self.type) or self.part is not None


class Resource(Record):
    """A kind of resource. `id` is how the templates call it; properties are named as in CloudFormation, or in the API where it has none."""

    id: str
    name: Text
    sources: SourceIds
    call: Call
    cloudformation: ResourceDeclaration = ResourceDeclaration()
    terraform: ResourceDeclaration = ResourceDeclaration()
    delete: str = ""
    """Commands that delete what a script of calls made, with `$name`; empty where it ends by itself, or with what it belongs to."""
