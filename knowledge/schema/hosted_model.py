"""Models whose weights nobody gets: they are bought by the token."""

from typing import Annotated, Literal

from knowledge.schema.bedrock import BedrockOffer
from knowledge.schema.bound import Count
from knowledge.schema.model import DataType, Task
from knowledge.schema.record import Entry, Fact, Ref, Text

Returns = Literal["text", "speech", "embedding", "ranking", "image", "video"]


class HostedModel(Entry):
    """A model that is only served, or the name of a line of them: "Claude Haiku"."""

    maker: Text
    algorithm: Annotated[str, Ref("algorithms")]
    """The class of model it belongs to."""
    tasks: tuple[Task, ...]
    data_type: DataType
    returns: Returns = "text"
    context_tokens: Fact[Count] | None = None
    max_output_tokens: Fact[Count] | None = None
    bedrock: BedrockOffer | None = None
    """Null for a line."""
    current: Annotated[str, Ref("hosted_models")] | None = None
    """For a line: the version that is meant where nobody names one."""
    open_weights: bool = False
    """True where its weights are published, but the base knows no size of it: then only its tokens can be reckoned."""
    successor: Annotated[str, Ref("hosted_models")] | None = None
    """What takes its place when it is legacy or gone; null where no source or newer version of its line tells."""
    note: str = ""

    @property
    def billed_unit(self) -> str:
        """What one pays for: "token", "image"; by what it reads and returns where the base has no price of it."""
        if self.bedrock is not None and self.bedrock.usd_per_item is not None:
            return self.bedrock.usd_per_item.unit.rpartition(" ")[2]
        if (self.bedrock is not None and self.bedrock.is_priced) or (self.data_type == "text" and self.returns == "text"):
            return "token"
        return "second of video" if self.returns == "video" else "call"

    @property
    def generates_text(self) -> bool:
        """True where it returns tokens, which are billed."""
        return self.returns in ("text", "speech")
