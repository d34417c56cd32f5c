"""The only place of practice that touches files: the learner's log."""

from quizzes.store.store import FILE, Saved, Store

__all__ = ["FILE", "Saved", "Store"]
