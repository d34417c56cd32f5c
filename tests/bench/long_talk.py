"""The app with 200 turns in its transcript, for the timings of a key and of a resize."""

from __future__ import annotations

import asyncio

from knowledge import load
from tui.app import SizewiseApp
from tui.views.text_lines import Line, wrap_text
from tui.widgets.turn import Turn

TURNS = 200
SENTENCE = "Taken as stage inference · task image-classification · data image · answer within 200 ms. " * 3


class LongTalk(SizewiseApp):
    """Sizewise after a long conversation."""

    async def on_ready(self) -> None:
        """Fill the transcript, once the first screen stands."""
        while not self.advise.card.choices:  # noqa: ASYNC110  # the app has no event for it, since only this timing asks
            await asyncio.sleep(0.05)
        await self.advise.transcript.mount_all(Turn(lambda width: wrap_text(SENTENCE, width, "  ")) for _ in range(TURNS))
        await self.advise.transcript.add_turns(Turn(lambda _: [Line("ready-to-type")]))


if __name__ == "__main__":
    LongTalk(load()).run()
