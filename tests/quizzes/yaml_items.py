"""Items as an author writes them, one of every type."""

from __future__ import annotations

HEAD = """\
    exams: [mla-c01]
    task: "3.1"
    difficulty: 2
    stands_on: [places/lambda]
    stem: Which of these fits?
    principle: What is asked decides.
    sources: [aws-lambda-quotas]
"""
CHOICE = f"""\
  a-choice:
    type: choice
{HEAD}    options:
      - {{text: one, why: because, right: true}}
      - {{text: two, why: because not}}
"""
EVERY = f"""\
items:
{CHOICE}  a-response:
    type: response
{HEAD}    options:
      - {{text: one, why: because, right: true}}
      - {{text: two, why: because, right: true}}
  an-ordering:
    type: ordering
{HEAD}    steps: [{{text: one, why: first}}, {{text: two, why: then}}]
  a-matching:
    type: matching
{HEAD}    pairs: [{{prompt: p, answer: one, why: so}}, {{prompt: q, answer: two, why: so}}]
    extra: [three]
  a-case:
    type: case
{HEAD}    questions:
      - {{type: choice, stem: First?, options: [{{text: one, why: so, right: true}}, {{text: two, why: so}}]}}
      - {{type: response, stem: Then?, options: [{{text: one, why: so, right: true}}, {{text: two, why: so}}]}}
  a-typed:
    type: typed
{HEAD}    references: [Because.]
    rubric: {{required: [one reason, [another, a further one]]}}
"""
