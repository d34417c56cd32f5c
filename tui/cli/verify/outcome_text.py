"""What was measured, and how the ranking stands, as people read it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.advice import Change, Difference, PlanInShort
from engine.handover.verify.outcome import Compared, Verified
from engine.handover.verify.result_assignment import Reading
from engine.number_format import format_duration, format_money, format_significant
from engine.plan_wording import describe_plan
from knowledge import Knowledge
from knowledge.sentences import Say, bind_subject
from tui.views.text_lines import Line, as_text, bullet_lines, wrap_text

_MOST_MOVES = 6


def render_outcome(outcome: Verified, knowledge: Knowledge, *, kept: str = "") -> str:
    """The whole outcome; ends with a line break. `kept` is the file that the new advice was written to."""
    say = bind_subject(knowledge, "verify")
    finalists = {one.what: one.finalist for one in outcome.compared}
    lines = [Line(say("read_measurements"), "head")]
    lines += [line for reading in outcome.readings for line in _render_reading(reading, finalists, say)]
    lines += [Line(""), Line(say("compared"), "head")]
    lines += [line for one in outcome.compared for line in _render_comparison(one, say)]
    lines += [Line(""), Line(say("ranking"), "head"), *_render_ranking(outcome.difference, knowledge, say), Line("")]
    lines += wrap_text(say("kept", file=kept) if kept else say("keep_it"), tone="dim")
    return as_text(lines) + "\n"


def _render_reading(reading: Reading, finalists: dict[str, str], say: Say) -> Iterator[Line]:
    trial = reading.trial
    named = trial.instance_type or f"{trial.place} {trial.memory_mb} MB"
    role = finalists.get(named, "")
    finalist = say("read_finalist", role=role) if role else say("read_other")
    machines = f"{named} × {trial.instance_count}" if trial.instance_type else named
    yield from bullet_lines("●", say("read_line", where=reading.where, tool=reading.tool, what=machines, finalist=finalist))
    figures = " · ".join(_list_figures(reading, say))
    if figures:
        yield from wrap_text(f"  {figures}", indent="  ")
    yield from (line for note in reading.notes for line in bullet_lines("!", note))


def _list_figures(reading: Reading, say: Say) -> Iterator[str]:
    trial = reading.trial
    if trial.rate_per_s:
        yield say("read_rate", rate=f"{trial.rate_per_s:,.3g}")
    if trial.concurrency:
        yield say("read_alone") if trial.concurrency == 1 else say("read_concurrency", count=trial.concurrency)
    if trial.latency_ms:
        key = "read_full" if trial.is_capacity else "read_latency"
        yield say(key, tail=trial.tail, latency=format_duration(trial.latency_ms))
    if reading.estimated_ms:
        yield say("read_estimated", time=format_duration(reading.estimated_ms))
    if trial.first_token_ms:
        yield say("read_first", time=format_duration(trial.first_token_ms))
    if trial.per_token_ms:
        yield say("read_each", time=format_duration(trial.per_token_ms))
    if trial.hours_per_run:
        yield say("read_hours", hours=format_significant(trial.hours_per_run))


def _render_comparison(one: Compared, say: Say) -> Iterator[Line]:
    yield from bullet_lines("●", one.what)
    writers: tuple[tuple[str, Change, Callable[[float], str]], ...] = (
        ("latency", one.latency_ms, format_duration),
        ("capacity", one.capacity_per_s, lambda value: f"{value:,.3g}"),
        ("count", one.instance_count, lambda value: f"{value:g}"),
        ("hours", one.hours_per_run, lambda value: f"{format_significant(value)} h"),
        ("month", one.usd_per_month, format_money),
    )
    for name, change, write in writers:
        if change.before is not None or change.after is not None:
            before, after = (write(value) if value is not None else "-" for value in (change.before, change.after))
            yield Line(f"  {say('ranking_was', name=say(f'compared_{name}'), before=before, after=after)}")
    if one.stopped:
        yield from bullet_lines("✗", say("compared_stopped", reason=one.stopped))


def _render_ranking(found: Difference, knowledge: Knowledge, say: Say) -> Iterator[Line]:
    before, after = (_describe_choice(plan, knowledge, say) for plan in (found.before, found.after))
    same = found.before == found.after
    yield from bullet_lines(
        "●" if same else "→", say("ranking_same", plan=after) if same else say("ranking_other", before=before, after=after)
    )
    if found.moved:
        moves = ", ".join(f"{one.family} {one.before} → {one.after}" for one in found.moved[:_MOST_MOVES])
        yield from bullet_lines("~", say("ranking_moved", moves=moves))
    for key, barriers in (("opened", found.opened), ("closed", found.closed)):
        if barriers:
            names = ", ".join(f"{one.what} ({one.limit})" if one.limit else one.what for one in barriers[:_MOST_MOVES])
            yield from bullet_lines("+" if key == "opened" else "✗", say(f"ranking_{key}", names=names))


def _describe_choice(plan: PlanInShort | None, knowledge: Knowledge, say: Say) -> str:
    return describe_plan(plan, knowledge) if plan is not None else say("ranking_none")
