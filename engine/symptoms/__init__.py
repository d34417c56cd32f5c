"""Which symptom a message or a log tells of. What helps is decided in `engine.diagnosis`."""

from engine.symptoms.ranking import OBSERVED, RankedSymptom, hurts, is_like, likeliest, rank_symptoms, telling_span

__all__ = ["OBSERVED", "RankedSymptom", "hurts", "is_like", "likeliest", "rank_symptoms", "telling_span"]
