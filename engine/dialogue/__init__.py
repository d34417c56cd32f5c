"""The interview, pure: a conversation is a value, each step returns another, and the next question is what matters most."""

from engine.dialogue.ask import next_ask, open_questions
from engine.dialogue.conversation_status import ConversationStatus, FactLine, conversation_status
from engine.dialogue.desk import Desk
from engine.dialogue.record import Answer, Ask, Conversation, Offer, Sandbox, State, answers_of, workload_of
from engine.dialogue.response import Response, respond, takes_reading
from engine.dialogue.shown import Entry, Shortlist, progress, revisit, shortlist, show_now, tried, why
from engine.dialogue.side_question import answer_beside, is_of_the_advice
from engine.dialogue.turns import answer, back, discard, edit, keep, next_workload, not_sure, redo, start, start_with, what_if

__all__ = [
    "Answer",
    "Ask",
    "Conversation",
    "ConversationStatus",
    "Desk",
    "Entry",
    "FactLine",
    "Offer",
    "Response",
    "Sandbox",
    "Shortlist",
    "State",
    "answer",
    "answer_beside",
    "answers_of",
    "back",
    "conversation_status",
    "discard",
    "edit",
    "is_of_the_advice",
    "keep",
    "next_ask",
    "next_workload",
    "not_sure",
    "open_questions",
    "progress",
    "redo",
    "respond",
    "revisit",
    "shortlist",
    "show_now",
    "start",
    "start_with",
    "takes_reading",
    "tried",
    "what_if",
    "why",
    "workload_of",
]
