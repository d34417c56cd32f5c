"""A second reader in a conversation: what is new is taken, what would change a statement or is open is asked about."""

from __future__ import annotations

from typing import Final

from engine.dialogue import Conversation, Desk, next_ask, respond, takes_reading
from engine.intake.reader import Proposal, Proposals
from knowledge import Knowledge

FIRST: Final = "ResNet-50, 50 pictures a second, 90 ms"
HINT: Final = "After a pause a slow beginning would not hurt us"


def said(desk: Desk, *lines: tuple[str, tuple[Proposal, ...]]) -> Conversation:
    """The conversation after lines, each with what a second reader proposes."""
    conversation: Conversation | None = None
    for line, proposals in lines:
        conversation = respond(conversation, line, desk, Proposals(proposals)).conversation
    assert conversation is not None
    return conversation


def test_a_new_fact_is_taken_and_told(knowledge: Knowledge) -> None:
    """In the first line and in a later one."""
    desk = Desk(knowledge)
    proposal = Proposal("cold_start_ok", "true", HINT)
    for lines in (((f"{FIRST}. {HINT}.", (proposal,)),), ((FIRST, ()), (f"{HINT}.", (proposal,)))):
        conversation = said(desk, *lines)
        answer = conversation.now.answers["cold_start_ok"]
        assert (answer.value, answer.kind, answer.quote) == (True, "said", HINT)
        assert any("cold start" in line or "slow" in line for line in conversation.now.lines), conversation.now.lines


def test_what_would_change_a_statement_is_asked_about(knowledge: Knowledge) -> None:
    """Yes changes it, no keeps it."""
    desk = Desk(knowledge)
    quote = "patient for 4 seconds"
    conversation = said(desk, (FIRST, ()), (f"people are {quote} at the kiosk", (Proposal("latency_p99_ms", "4 seconds", quote),)))
    ask = next_ask(conversation, desk)
    assert ask is not None
    assert (ask.kind, ask.fact, conversation.now.answers["latency_p99_ms"].value) == ("confirm", "latency_p99_ms", 90)
    assert ask.prompt == "Until now: an answer within 90 ms. Shall it be an answer within 4 s instead?"
    assert said_more(conversation, "no", desk).now.answers["latency_p99_ms"].value == 90
    assert said_more(conversation, "yes", desk).now.answers["latency_p99_ms"].value == 4000


def test_what_only_the_meaning_could_tell_is_asked_about_once(knowledge: Knowledge) -> None:
    """It names the words; no leaves the fact open, and the interview goes on."""
    desk = Desk(knowledge)
    quote = "the whole village hangs on it"
    conversation = said(desk, (FIRST, ()), (f"{quote}.", (Proposal("survive_zone_loss", "true", quote),)))
    ask = next_ask(conversation, desk)
    assert ask is not None
    assert quote in ask.prompt
    assert conversation.notice == ()
    refused = said_more(conversation, "no", desk)
    assert refused.now.to_confirm == {}
    assert "survive_zone_loss" not in refused.now.answers
    following, usual = next_ask(refused, desk), next_ask(said(desk, (FIRST, ())), desk)
    assert following is not None
    assert usual is not None
    assert following.prompt == usual.prompt
    assert said_more(conversation, "yes", desk).now.answers["survive_zone_loss"].value is True


def said_more(conversation: Conversation, line: str, desk: Desk) -> Conversation:
    """The conversation after one more line, which only the rules have read."""
    return respond(conversation, line, desk).conversation


def test_a_question_changes_no_fact_whoever_reads_it(knowledge: Knowledge) -> None:
    """Nor does a what-if, nor small talk."""
    desk = Desk(knowledge)
    for line in ("what is a savings plan?", "what if a slow beginning would not hurt us?", "thanks a lot"):
        conversation = said(desk, (FIRST, ()), (line, (Proposal("cold_start_ok", "true", line.rstrip("?")),)))
        assert "cold_start_ok" not in conversation.now.answers, line


def test_a_number_a_yes_and_a_no_are_not_worth_a_second_reading(knowledge: Knowledge) -> None:
    """Words are."""
    desk = Desk(knowledge)
    conversation = said(desk, (FIRST, ()))
    assert not takes_reading(conversation, "1", desk)
    assert not takes_reading(conversation, "?", desk)
    assert not takes_reading(conversation, " ", desk)
    assert not takes_reading(conversation, "x" * 30_000, desk)
    assert takes_reading(conversation, "in the holidays it goes mad", desk)
    assert takes_reading(None, FIRST, desk)
