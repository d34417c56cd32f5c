"""Which symptom a message or a log tells of. What helps is decided in `engine.diagnosis`."""

from engine.symptoms.ranking import OBSERVED, RankedSymptom, hurts, likeliest, rank_symptoms

__all__ = ["OBSERVED", "RankedSymptom", "hurts", "likeliest", "rank_symptoms"]
