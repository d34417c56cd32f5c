"""Which symptom a message or a log tells of. What helps is decided in `engine.diagnosis`."""

from engine.symptoms.log_excerpt import LogExcerpt, excerpt_log, hide_secrets
from engine.symptoms.ranking import RankedSymptom, hurts, pain_of, rank_symptoms

__all__ = ["LogExcerpt", "RankedSymptom", "excerpt_log", "hide_secrets", "hurts", "pain_of", "rank_symptoms"]
