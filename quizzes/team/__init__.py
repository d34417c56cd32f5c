"""What one person can do, as a file to hand to a lead, and what several such files say of a team."""

from quizzes.team.hand_over import HandOver, PointStanding, build_hand_over, parse_hand_over
from quizzes.team.team_report import TeamReport, build_team_report

__all__ = ["HandOver", "PointStanding", "TeamReport", "build_hand_over", "build_team_report", "parse_hand_over"]
