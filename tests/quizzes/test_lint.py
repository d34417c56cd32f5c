"""The check of the bank: each fault is found, and a sound bank has none."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge import Knowledge
from quizzes.bank import load_bank, packaged_data
from quizzes.bank_files import read_blueprints, read_items
from quizzes.fault import Fault
from quizzes.item import ChoiceQuestion, Item, Option, Pair, Step
from quizzes.item_dependencies import find_dangling_references
from quizzes.lint import GeneratedCheck, check_bank, check_items
from quizzes.lint.bank_checks import CHECKPOINTS, check_balance, check_coverage, check_duplicates, check_guessable, check_scope, play_bank
from quizzes.lint.guessing_players import PLAYERS, chance_score, expected_score, option_questions, score_players
from quizzes.lint.item_form import form_faults, says_how_many
from quizzes.lint.near_duplicates import check_near_duplicates, find_look_alikes, read_told_apart
from tests.case_tables import for_each
from tests.depth import LONG, rounds
from tests.quizzes.sample_items import BLUEPRINTS, TASKS, case, choice, matching, options, ordering, plenty, response, typed
from tests.quizzes.yaml_items import EVERY


def fault_texts(faults: Sequence[Fault]) -> list[str]:
    """Write faults as field and sentence."""
    return [f"{fault.field}: {fault.text}" for fault in faults]


def steps(count: int) -> tuple[Step, ...]:
    """Make steps."""
    return tuple(Step(text=f"step number {index}", why=f"reason {index}") for index in range(count))


def asking(*entries: str) -> tuple[ChoiceQuestion, ...]:
    """Make the questions of a case, each for one entry."""
    return tuple(
        ChoiceQuestion(stem=f"Which is number {index}?", options=options(4, 1), stands_on=(entry,)) for index, entry in enumerate(entries)
    )


def about(entry: str) -> tuple[Option, ...]:
    """Make options of which the first stands for an entry."""
    return (msgspec.structs.replace(options(4, 1)[0], about=entry), *options(4, 1)[1:])


def renamed(*texts: str, why: str = "because of that") -> tuple[Option, ...]:
    """Make options with these texts, the first of them right."""
    return tuple(Option(text=text, why=why, right=not index) for index, text in enumerate(texts))


@for_each("item", [choice(), response(), ordering(), matching(), case()])
def test_a_sound_item_has_no_fault(item: Item) -> None:
    """Of each type that a key marks."""
    assert fault_texts(list(form_faults(item))) == []


SHUFFLED = "options are shuffled when shown"
NOT_ALL = "a response has two or more, and at least one that is wrong"
THREE = ChoiceQuestion(stem="Which?", options=options(3, 0))
SAME_PROMPTS = tuple(Pair(prompt="p", answer=text, why="so it is") for text in "abc")


@for_each(
    ("item", "fault"),
    [
        (choice(options=options(3, 0)), "options: 3 options; a choice has 4"),
        (choice(options=options(4)), "options: 0 options are right; a choice has exactly one"),
        (choice(options=options(4, 1, 2)), "options: 2 options are right; a choice has exactly one"),
        (response(options=options(4, 0, 1)), "options: 4 options; a response has 5 or 6"),
        (response(options=options(7, 0, 1)), "options: 7 options; a response has 5 or 6"),
        (response(options=options(5, 0)), f"options: 1 of 5 options are right; {NOT_ALL}"),
        (response(options=options(5, *range(5))), f"options: 5 of 5 options are right; {NOT_ALL}"),
        (response(stem="Which suit?"), 'stem: does not say to select 2, nor "all that apply"'),
        (response(options=options(5, 0, 1, 2)), 'stem: does not say to select 3, nor "all that apply"'),
        (ordering(count=2), "steps: 2 steps; an ordering has 3 to 5"),
        (ordering(count=6), "steps: 6 steps; an ordering has 3 to 5"),
        (ordering(steps=(*steps(3), steps(3)[0])), "steps.3: stands twice"),
        (matching(answers=("a", "b")), "pairs: 2 prompts; a matching has 3 to 7"),
        (matching(answers=tuple("abcdefgh")), "pairs: 8 prompts; a matching has 3 to 7"),
        (matching(answers=("a", "a", "a")), "pairs: all prompts have the same answer"),
        (matching(extra=("Red.",)), "extra.0: is the answer of a prompt"),
        (matching(pairs=SAME_PROMPTS), "pairs.1: stands twice"),
        (case(questions=case().questions[:1]), "questions: 1 question; a case has two or more"),
        (case(questions=(THREE, case().questions[1])), "questions.0.options: 3 options; a choice has 4"),
        (case(questions=asking("places/lambda", "places/ecs")), "questions.1.stands_on: places/ecs is none of the entries of the case"),
        (
            case(stands_on=("places/lambda", "places/ecs"), questions=asking("places/lambda", "places/lambda")),
            "stands_on: no question asks for places/ecs",
        ),
        (choice(options=about("places/ecs")), "options.0.about: places/ecs is none of the entries that the item stands on"),
        (typed(), "rubric: missing; a typed answer is marked by it"),
        (choice(options=renamed("one", "two", "One.", "four")), "options.2: stands twice"),
        (choice(options=renamed("one", "two", "three", "All of the above")), f"options.3.text: points to other options; {SHUFFLED}"),
        (choice(options=renamed("one", "None of these options", "c", "d")), f"options.1.text: points to other options; {SHUFFLED}"),
        (
            choice(options=renamed("one", "two", "three", "four", why="Option B is dearer.")),
            f"options.0: names an option by its letter or position; {SHUFFLED}",
        ),
        (
            choice(options=renamed("one", "two", "three", "four", why="one")),
            "options.0.why: repeats the text instead of giving a reason",
        ),
        (choice(cues=("most cost-effective",)), "cues.0: stands in no stem of the item; a cue is quoted word for word"),
        (choice(hints=("It is option number 0.",)), "hints.0: says the right answer"),
        (choice(hints=("a", "b", "c")), "hints: 3 hints; one or two are enough"),
    ],
)
def test_each_fault_of_form_is_told(item: Item, fault: str) -> None:
    """With its field."""
    assert fault in fault_texts(list(form_faults(item)))


@for_each(
    ("stem", "right", "says"),
    [
        ("Which two services fit? ", 2, True),
        ("What fits? (Select TWO.)", 2, True),
        ("Choose 3 of them.", 3, True),
        ("Select all that apply.", 4, True),
        ("Two models run. Which options fit?", 2, False),
        ("Which two fit?", 3, False),
        ("Which fit?", 2, False),
    ],
)
def test_a_response_says_how_many_to_select(stem: str, right: int, *, says: bool) -> None:
    """In a word or a figure beside what is asked; a number elsewhere in the stem is none."""
    assert says_how_many(stem, right) is says


def test_a_cue_may_stand_in_a_question_of_a_case() -> None:
    """Its stem is the scenario."""
    assert fault_texts(list(form_faults(case(cues=("Which one helps",))))) == []


@for_each(
    ("item", "fault"),
    [
        (choice(task="3.4"), 'task: no live exam has a task "3.4".'),
        (choice(exams=("mla-c02",)), 'exams: there is no exam "mla-c02". Did you mean mla-c01?'),
        (ordering(exams=("mls-c01",)), "exams: MLS-C01 has no questions of the type ordering"),
        (choice(stem="When does quantizing a model help?"), 'exams: turns on "quantiz…", which is out of the scope of MLA-C01'),
        (choice(options=renamed("Quantize it to int8", "b", "c", "d")), 'exams: turns on "quantiz…", which is out of the scope of MLA-C01'),
    ],
)
def test_an_item_in_the_scope_of_an_exam_is_one_that_it_may_ask(item: Item, fault: str) -> None:
    """Exam and task exist, its types are those of the exam, and its subject is in scope."""
    assert any(line.startswith(fault) for line in fault_texts(list(check_scope([item], BLUEPRINTS))))


def test_beyond_the_exams_and_in_distractors_everything_may_be_named() -> None:
    """`exams: []` is how an item says that it is beyond; a wrong option may be out of scope."""
    beyond = choice(exams=(), stem="When does quantizing a model help?")
    distracting = choice(options=renamed("one", "Quantize it", "three", "four"))
    assert list(check_scope([beyond, distracting, typed()], BLUEPRINTS)) == []


def test_a_bank_without_something_is_told_what_it_lacks() -> None:
    """Three hundred items, every task, twelve checkpoints in words, two items in a set."""
    lines = fault_texts(
        list(
            check_coverage(
                [choice(confusable="spots"), choice("checkpoint-01"), choice("x", confusable="spot"), choice("y", confusable="spot")],
                BLUEPRINTS,
            )
        )
    )
    assert "items: 4 items; there are to be at least 300" in lines
    assert [line[:24] for line in lines if line.startswith("task")] == ["task: no item of mla-c01"] * (len(TASKS) - 1)
    assert "type: a checkpoint is typed" in lines
    assert [line for line in lines if "checkpoint-" in line] == [f"items: there is no {name}" for name in CHECKPOINTS[1:]]
    assert 'confusable: "spots" has this item alone; a set has two or more. Did you mean spot?' in lines


def test_a_bank_with_all_of_that_is_told_nothing() -> None:
    """Plenty of items, twelve of them checkpoints."""
    items = [*plenty(20).items.values(), *(typed(name) for name in CHECKPOINTS)]
    assert fault_texts(list(check_coverage(items, BLUEPRINTS))) == []


def test_nearly_the_same_question_asked_twice_is_found() -> None:
    """In other letters, another order of words, or with a word changed; a question of its own is left alone."""
    first = choice("first", stem="A shop wants to serve a small model on one CPU at the lowest cost. Which place fits best?")
    again = choice("again", stem="A shop wants to serve a small model on one CPU at the lowest cost. Which place suits best?")
    other = choice("other", stem="A clinic trains a large network on eight devices for a week. What protects the work against a stop?")
    assert [(fault.item, "first" in fault.text) for fault in check_duplicates([first, other, again])] == [("again", True)]


LOOKS: dict[str, Callable[[int], str]] = {
    "longest option": lambda index: "a" * (9 if index == 0 else 3),
    "shortest option": lambda index: "a" * (3 if index == 0 else 9),
    "most words in common with the stem": lambda index: "harbour lanterns" if index == 0 else f"painted windows {index}",
    "most specific option": lambda index: "with 64 GB" if index == 0 else "with little",
}


@for_each("player", LOOKS)
def test_a_player_who_goes_by_looks_is_found_out(player: str) -> None:
    """Where the right option always looks so, wherever it stands."""
    items = []
    for number in range(40):
        looks = [Option(text=LOOKS[player](index) + "." * (number % 3), why="so it is", right=index == 0) for index in range(4)]
        turned = looks[number % 4 :] + looks[: number % 4]
        items.append(choice(f"one-{number}", stem="What do harbour lanterns need?", options=tuple(turned)))
    lines = fault_texts(list(check_guessable(play_bank(items))))
    assert any(f'"{player}" beats chance' in line and "100.0% against 25.0%" in line for line in lines)
    assert fault_texts(list(check_balance(items))) == []


def test_a_key_that_always_stands_in_one_place_is_found() -> None:
    """By the player who picks it, and by its position."""
    items = [choice(f"one-{number}", 2) for number in range(40)]
    assert any('"first option" loses to chance' in line for line in fault_texts(list(check_guessable(play_bank(items)))))
    assert any("is c in 100.0%" in line for line in fault_texts(list(check_balance(items))))


def test_a_balanced_bank_gives_no_player_an_edge() -> None:
    """Options that look alike, positions in turn: every player scores what chance does."""
    items = [choice(f"one-{number}", number % 4) for number in range(40)]
    assert fault_texts(list(check_guessable(play_bank(items)))) == []
    assert {round(score.above_chance, 9) for score in play_bank(items)["choices"]} == {0}


texts = st.lists(st.text(st.characters(codec="utf-8"), min_size=1, max_size=30), min_size=4, max_size=6, unique=True)


@settings(max_examples=rounds(25, 200))
@given(texts, st.data())
def test_a_score_lies_between_nothing_and_all_and_blind_picking_scores_chance(drawn: list[str], data: st.DataObject) -> None:
    """Whatever the options look like; who finds all equally attractive picks blindly."""
    right = data.draw(st.sets(st.integers(0, len(drawn) - 1), min_size=1, max_size=len(drawn) - 1))
    made = tuple(Option(text=text, why="so", right=index in right) for index, text in enumerate(drawn))
    for look in PLAYERS.values():
        assert 0 <= expected_score(look("Which?", made), made) <= 1
    assert expected_score([1.0] * len(made), made) == pytest.approx(chance_score(made))
    assert expected_score([float(option.right) for option in made], made) == 1


def test_the_questions_of_a_case_are_played_with_its_scenario_above() -> None:
    """A player reads all of it."""
    stems = [stem for _, _, stem in option_questions([case(), ordering(), typed(), choice()])]
    assert stems == [f"{case().stem} {question.stem}" for question in case().questions] + [choice().stem]
    assert score_players([])[0].questions == 0


def test_the_check_of_no_items_at_all_ends() -> None:
    """An empty bank is a bank with faults."""
    report = check_items([], BLUEPRINTS)
    assert (report.items, report.is_clean) == (0, False)


def test_the_check_reads_what_can_be_read_and_tells_the_rest(tmp_path: Path, knowledge: Knowledge) -> None:
    """A broken item does not hide the faults of the others, and its place is told in the same three parts."""
    (tmp_path / "banks").mkdir()
    (tmp_path / "blueprints").symlink_to(Path(__file__).parents[2] / "quizzes" / "blueprints")
    text = EVERY.replace("difficulty: 2", "difficulty: 7", 1).replace("places/lambda", "places/lamda", 2)
    (tmp_path / "banks" / "topic.yaml").write_text(text, encoding="utf-8")
    report = check_bank(knowledge, tmp_path)
    assert report.items == 5
    first = report.faults[0]
    assert (first.file, first.item, first.field) == ("banks/topic.yaml:6", "a-choice", "difficulty")
    assert "banks/topic.yaml: a-response: stands_on.0: there is no places/lamda. Did you mean places/lambda?" in [
        fault.line for fault in report.faults
    ]
    assert sum("nobody has held it yet" in fault.text for fault in report.faults) == 4


def test_every_item_of_the_packaged_bank_is_sound(knowledge: Knowledge) -> None:
    """In form, in scope, and in what it stands on."""
    read = read_items(packaged_data() / "banks")
    report = check_items(list(read.items.values()), read_blueprints(packaged_data() / "blueprints"))
    dangling = [fault for item in read.items.values() for fault in find_dangling_references(item, knowledge)]
    assert report.items
    assert [*read.mistakes, *dangling, *report.faults] == []


@pytest.mark.skipif(not LONG, reason="it decides every scenario; `sizewise quiz check` does so too")
def test_every_generated_item_of_the_package_is_sound(knowledge: Knowledge) -> None:
    """In form, beyond doubt, and as somebody confirmed it."""
    faults = GeneratedCheck(knowledge, packaged_data()).find_faults()
    assert [fault.line for fault in faults if "--confirm" not in fault.text] == []


ONE_SCENARIO = """
scenarios:
  big-scans:
    text: A clinic sends scans of 300 MB, one a minute, to a ResNet-50. The radiologist looks at the result within the hour.
    facts: {stage: inference, model: resnet-50, payload_mb: 300, requests_per_second: 0.017, cold_start_ok: true,
      traffic: steady, latency_p99_ms: 3600000}
    given: [managed, one-model, not-isolated, not-captured]
    ask: {place: A request beyond the payload of a synchronous endpoint goes through a queue.}
    difficulty: 2
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder with one scenario, its circumstances, and no bank."""
    for name in ("scenarios", "generated", "banks"):
        (tmp_path / name).mkdir()
    shutil.copytree(packaged_data() / "blueprints", tmp_path / "blueprints")
    shutil.copytree(packaged_data() / "courses", tmp_path / "courses")
    shutil.copy(packaged_data() / "scenarios" / "given.yaml", tmp_path / "scenarios")
    (tmp_path / "scenarios" / "own.yaml").write_text(ONE_SCENARIO, encoding="utf-8")
    return tmp_path


def made_faults(knowledge: Knowledge, folder: Path) -> list[str]:
    """What the check says of generated items."""
    return [fault.line for fault in check_bank(knowledge, folder).faults if fault.file == "generated/"]


def test_a_scenario_fails_the_check_until_somebody_looked(knowledge: Knowledge, own: Path) -> None:
    """A new one, and one whose answer changed; confirming it closes both. What the engine says is kept beside the templates."""
    names = ["scenario-big-scans-place", "scenario-big-scans-plan"]
    told = "nobody has looked at it yet. Read it, then run: sizewise quiz check --confirm"
    assert made_faults(knowledge, own) == [f"generated/: {name}: {told} {name}" for name in names]
    GeneratedCheck(knowledge, own).confirm_items({"scenario-big-scans-place"})
    assert [line.split(": ")[1] for line in made_faults(knowledge, own)] == ["scenario-big-scans-plan"]
    GeneratedCheck(knowledge, own).confirm_items()
    assert made_faults(knowledge, own) == []
    assert check_bank(knowledge, own).made == {"scenarios": 2}
    smaller = ONE_SCENARIO.replace("payload_mb: 300", "payload_mb: 1").replace("300 MB", "1 MB")
    (own / "scenarios" / "own.yaml").write_text(smaller, encoding="utf-8")
    changed = made_faults(knowledge, own)
    assert changed
    assert "scenario-big-scans-place: " in changed[0]


def test_a_scenario_that_is_gone_or_cannot_be_answered_is_told(knowledge: Knowledge, own: Path) -> None:
    """And a list of what was seen that cannot be read is one line."""
    GeneratedCheck(knowledge, own).confirm_items()
    impossible = ONE_SCENARIO.replace("latency_p99_ms: 3600000", "latency_p99_ms: 0.01")
    (own / "scenarios" / "own.yaml").write_text(impossible, encoding="utf-8")
    assert any("the engine has no choice" in line for line in made_faults(knowledge, own))
    (own / "scenarios" / "own.yaml").unlink()
    assert [line for line in made_faults(knowledge, own) if "nothing generates it any more" in line]
    (own / "generated" / "seen.csv").write_text("item,answer\n", encoding="utf-8")
    assert made_faults(knowledge, own) == [
        "generated/: seen.csv:1: expected the columns item, answer, wrong, exams, stands_on, fingerprint."
    ]


def like(identity: str, text: str, entry: str = "places/ecs") -> Item:
    """Make a choice about an entry whose key and principle are the words of `text`."""
    return choice(identity, stem=text, options=renamed(text, "one", "two", "three"), principle=text, stands_on=(entry,))


UNLIKE = tuple(
    like(f"other-{word}", f"{word} wholly {word}ward", f"places/{word}") for word in ("amber", "birch", "cedar", "dahlia", "elder")
)
PAIR = (like("first", "Spot suits renders that resume"), like("second", "Spot suits resumed rendering"))


def test_items_that_ask_the_same_have_to_be_twins_or_told_apart() -> None:
    """The likeness is told with what to do; once it is marked or noted, nothing is."""
    told = fault_texts(list(check_near_duplicates([*PAIR, *UNLIKE], {})))
    assert len(told) == 1
    assert told[0].startswith("twins: seems to ask the same as second (banks/small.yaml), likeness ")
    assert "what tells them apart" in told[0]
    marked = [msgspec.structs.replace(item, twins="renders") for item in PAIR]
    assert not list(check_near_duplicates([*marked, *UNLIKE], {}))
    assert not list(check_near_duplicates([*PAIR, *UNLIKE], {frozenset(("first", "second")): "One asks when, the other why."}))


def test_items_on_other_entries_or_in_words_are_no_near_duplicates() -> None:
    """The same sentence about something else asks something else; typed items may ask again what others do."""
    elsewhere = like("second", "Spot suits resumed rendering", "places/eks")
    assert not find_look_alikes([PAIR[0], elsewhere, *UNLIKE])
    spoken = typed("second", stem=PAIR[1].stem, principle=PAIR[1].principle, stands_on=("places/ecs",))
    assert not find_look_alikes([PAIR[0], spoken, *UNLIKE])


def test_names_that_mean_nothing_any_more_are_told() -> None:
    """A group of one, a pair of which one item is gone, and a pair that became twins."""
    alone = msgspec.structs.replace(PAIR[0], twins="renders")
    assert 'twins: "renders" has this item alone; near-duplicates are two or more.' in fault_texts(
        list(check_near_duplicates([alone, PAIR[1], *UNLIKE], {}))
    )
    gone = fault_texts(list(check_near_duplicates(UNLIKE, {frozenset(("other-amber", "other-ambre")): "Both are resins."})))
    assert gone == ["told_apart.csv: there is no item other-ambre. Did you mean other-amber?"]
    twins = [msgspec.structs.replace(item, twins="renders") for item in PAIR]
    both = fault_texts(list(check_near_duplicates([*twins, *UNLIKE], {frozenset(("first", "second")): "They differ."})))
    assert both == ["told_apart.csv: first and second are twins; take the line out"]


def test_every_likely_near_duplicate_of_the_package_is_marked_or_told_apart(knowledge: Knowledge, warm: Path) -> None:
    """With a difference in words for each pair that asks something else."""
    items = list(load_bank(knowledge, cache=warm).items.values())
    told_apart = read_told_apart(packaged_data() / "banks")
    assert fault_texts(list(check_near_duplicates(items, told_apart))) == []
    assert all(why.endswith(".") for why in told_apart.values())
    assert find_look_alikes(items)
