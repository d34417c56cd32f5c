"""Which symptom a message or a log tells of. What helps is decided in `engine.diagnosis`."""

from engine.symptoms.ranking import RankedSymptom, hurts, is_like, likeliest, observed_shares, rank_symptoms, telling_span

__all__ = ["RankedSymptom", "hurts", "is_like", "likeliest", "observed_shares", "rank_symptoms", "telling_span"]
