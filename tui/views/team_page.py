"""The report on a team as one self-contained HTML page: no script, font, picture or request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.handover.html_head import escape_html, page_head
from knowledge import Knowledge
from knowledge.sentences import Say, bind_subject
from quizzes.team import TeamReport
from tui.views.team_report import (
    STANDING_SIGNS,
    gap_sentences,
    person_sentences,
    report_basis,
    report_title,
    step_sentence,
    steps_by_member,
)

_STYLE: Final = (
    ":root{color-scheme:light dark;--ink:#1c2128;--ground:#fff;--rule:#c9d1d9;--can:#0a6b3d;--quiet:#535c66}"
    "@media (prefers-color-scheme:dark){:root{--ink:#e6edf3;--ground:#14181d;--rule:#3b444e;--can:#56d391;--quiet:#a3afbb}}"
    "body{margin:0 auto;max-width:60rem;padding:1.5rem 1rem;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}"
    "div{overflow-x:auto}table{border-collapse:collapse}th,td{border:1px solid var(--rule);padding:.25rem .6rem;text-align:left}"
    ".can{color:var(--can);font-weight:600}.begun,.open,.quiet{color:var(--quiet)}@media print{body{max-width:none}}"
)


def render_team_page(found: TeamReport, knowledge: Knowledge) -> str:
    """The page; ends with a line break."""
    return "\n".join(_page_lines(found, bind_subject(knowledge, "team"))) + "\n"


def _page_lines(found: TeamReport, say: Say) -> Iterator[str]:
    yield from page_head(report_title(found, say), _STYLE)
    yield f'<body><main><h1>{escape_html(report_title(found, say))}</h1><p class="quiet">{escape_html(report_basis(say))}</p>'
    yield from _list_section(say("people_head"), [person_sentences(one, found, say) for one in found.members])
    gaps = [gap_sentences(gap, say) for gap in found.gaps]
    yield from _list_section(say("gaps_head"), gaps or [say("no_gaps" if len(found.members) > 1 else "no_gaps_one")])
    yield f"<section><h2>{escape_html(say('steps_head'))}</h2>"
    for name, steps in steps_by_member(found).items():
        yield f"<h3>{escape_html(name)}</h3>"
        yield from _list([step_sentence(step, say) for step in steps] or [say("no_steps")])
    yield "</section>"
    yield from _topic_table(found, say)
    if found.unknown_points:
        yield f'<p class="quiet">{escape_html(say("unknown", points=", ".join(found.unknown_points)))}</p>'
    yield f'</main><footer><p class="quiet">{escape_html(say("by"))}</p></footer></body></html>'


def _list_section(head: str, texts: list[str]) -> Iterator[str]:
    yield f"<section><h2>{escape_html(head)}</h2>"
    yield from _list(texts)
    yield "</section>"


def _list(texts: list[str]) -> Iterator[str]:
    yield "<ul>"
    yield from (f"<li>{escape_html(text)}</li>" for text in texts)
    yield "</ul>"


def _topic_table(found: TeamReport, say: Say) -> Iterator[str]:
    yield f'<section><h2>{escape_html(say("topics_head"))}</h2><div><table><thead><tr><th scope="col">{escape_html(say("lesson"))}</th>'
    yield from (f'<th scope="col">{escape_html(one.name)}</th>' for one in found.members)
    yield "</tr></thead><tbody>"
    for topic in found.topics:
        yield f'<tr><th scope="row">{escape_html(topic.name)}</th>'
        for one in topic.members:
            counts = f" {say('counts', right=one.right, asked=one.asked)}" if one.asked else ""
            text = f"{STANDING_SIGNS[one.standing]} {say(f'standing_{one.standing}')}{counts}"
            yield f'<td class="{one.standing}">{escape_html(text)}</td>'
        yield "</tr>"
    yield "</tbody></table></div></section>"
