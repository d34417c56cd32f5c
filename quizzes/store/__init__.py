"""The learner's log on disk: the only part of practice that touches files."""

from quizzes.store.log_store import LOG_FILE, LogStore, Saved

__all__ = ["LOG_FILE", "LogStore", "Saved"]
