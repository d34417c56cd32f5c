"""Reads an answer: cleans and splits it, and looks up what each word means and whether it is denied."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from quizzes.grading.cutting import pieces
from quizzes.grading.denials import is_answered, is_left_out, scopes
from quizzes.grading.lexicon import known_form, lexicon, stem
from quizzes.grading.senses import find_senses
from quizzes.grading.tokens import Reading, Token, is_word

_FAMILY: Final = re.compile(r"(?:ml\.)?([a-z]+)(\d+[a-z]*(?:-[a-z0-9]+)?)(?:\.(.+))?")
_ENDS: Final = frozenset(".!?;\n")
_PAUSES: Final = frozenset(",:()–—/-*")
_PLURAL_LETTERS: Final = frozenset("cgmprt")
_FIRST: Final = 3
"""Words among which an answer may be over."""
_PHRASE_ENDS: Final = frozenset({"of", "than", "from", "to"})
_SERIES_WORDS: Final = frozenset({"family", "series", "instance", "instances", "type", "types", "class", "families"})


def read(text: str, more: frozenset[str] = frozenset(), senses: frozenset[str] = frozenset()) -> Reading:
    """What `text` holds. `more` are words that a rubric knows beside the lexicon, `senses` those that it asks for."""
    return _labelled(_placed([_token(piece, more) for piece in pieces(text)]), senses)


def words_of(text: str) -> list[str]:
    """The words of `text` without its marks, as their tokens say them: much sooner than all that is known of them."""
    return [name for name in map(_name, pieces(text)) if is_word(name)]


def _token(piece: str, more: frozenset[str]) -> Token:
    name = _name(piece)
    form = known_form(name, more)
    if form != name and form in lexicon().grammar_words:  # a slip in a word of grammar: becuse
        name = form
    return Token(text=name, form=form, root=stem(form))


def _name(piece: str) -> str:
    """A piece without the s of several machines: g5s."""
    return piece[:-1] if piece.endswith("s") and piece[:-1] in lexicon().kinds and any(map(str.isdigit, piece)) else piece


def _placed(tokens: Iterable[Token]) -> list[Token]:
    """`tokens` with the numbers of their sentences and chunks."""
    splitters = lexicon().words("splitters")
    placed: list[Token] = []
    sentence = chunk = 0
    for token in tokens:
        if token.form in splitters:
            chunk += 1
        placed.append(Token(token.text, token.form, token.root, sentence, chunk))  # thousands a second: `replace` takes thrice as long
        if token.text in _ENDS:
            sentence, chunk = sentence + 1, chunk + 1
        elif token.text in _PAUSES:
            chunk += 1
    return placed


def _labelled(tokens: Sequence[Token], senses: frozenset[str]) -> Reading:
    """`tokens` with the names and the ends of opposites that they say, and with their denial."""
    words = lexicon()
    forms = [token.form for token in tokens]
    names: dict[int, set[str]] = {at: set(_own_names(tokens, at)) for at in range(len(tokens))}
    poles: dict[int, dict[str, int]] = {}
    if senses and (whole := next((at for at in range(min(len(tokens), _FIRST)) if _is_whole_answer(tokens, at)), None)) is not None:
        names[whole].add("answer:no" if tokens[whole].text == "not" else f"answer:{tokens[whole].form}")
    inside: set[int] = set()
    covered: set[int] = set()
    for start, end, name in words.phrases.find(forms):
        names[end].add(name)
        inside.update(range(start, end))
        covered.update(range(start, end + 1) if end > start else ())
    for start, end, ends in words.opposites.find(forms):
        poles.setdefault(end, {}).update(ends)
        inside.update(range(start, end))
        covered.update(range(start, end + 1) if end > start else ())
    for _, end, name in words.foreign.find([token.text for token in tokens]):
        names[end].add(name)
    _measure(tokens, poles, inside)
    denials = tuple(scopes(tokens, covered))
    for at, reach in denials:
        if not any(tokens[place].is_word for place in reach if place != at) and is_left_out(tokens, at):
            names[at].add("ellipsis:not")
    denied: dict[int, set[str]] = {}
    for found in find_senses(tokens, senses):
        last = max(place for place in found.places if tokens[place].chunk == tokens[found.places[0]].chunk)
        for place in found.places:
            names[place] -= words.rivals_of(found.sense)
        names[last].add(found.sense)
        if sum(last in reach and last != at and _is_part(tokens, at, found.places) for at, reach in denials) % 2:
            denied.setdefault(last, set()).add(found.sense)
    counts = Counter(place for at, reach in denials for place in reach if place != at)
    return Reading(
        tuple(
            Token(
                token.text,
                token.form,
                token.root,
                token.sentence,
                token.chunk,
                labels=frozenset(names[at]),
                poles=poles.get(at, {}),
                negated=counts[at] % 2 == 1,
                inside=at in inside,
                turned=frozenset(denied.get(at, ())),
            )
            for at, token in enumerate(tokens)
        ),
        denials,
    )


def _own_names(tokens: Sequence[Token], at: int) -> Iterator[str]:
    """What a name of hardware is called in general: its family and the series of its letter."""
    token = tokens[at]
    if at == 0 and token.text in {"no", "yes"} and is_answered(tokens):
        yield f"answer:{token.text}"
    if token.text in lexicon().kinds and token.text not in lexicon().words("plain"):
        yield token.text
    elif (match := _FAMILY.fullmatch(token.text)) and match[1] in lexicon().words("family_letters"):
        yield f"series:{match[1]}"
        yield f"family:{match[1]}{match[2]}"
        if match[3]:
            yield f"type:{token.text.removeprefix('ml.')}"
    elif letter := _plural_letter(tokens, at):
        yield f"series:{letter}"
    elif token.text.isalpha() and len(token.text) <= 3 and _stands_for_series(tokens, at):  # noqa: PLR2004  # inf and trn are the longest
        yield f"series:{token.text}"


def _plural_letter(tokens: Sequence[Token], at: int) -> str:
    """The letter of a series that is spoken of as many: Ps are for training. Not the unit of a number (5 ms)."""
    text = tokens[at].text
    counted = at > 0 and tokens[at - 1].text[0].isdigit()
    return text[0] if len(text) == 2 and text[1] == "s" and text[0] in _PLURAL_LETTERS and not counted else ""  # noqa: PLR2004  # a letter and its s


def _is_whole_answer(tokens: Sequence[Token], at: int) -> bool:
    """Whether the first words are an answer by themselves, which ends with this one: The price, if …; It is not."""
    before = [token.text for token in tokens[:at]]
    ends = at + 1 == len(tokens) or not tokens[at + 1].is_word or tokens[at + 1].form in lexicon().words("splitters")
    denial = tokens[at].text == "not" and before in (["it", "is"], ["it", "does"], ["you", "do"], ["one", "does"])
    return ends and (denial or (tokens[at].text != "not" and before in ([], ["the"], ["its"], ["lower"], ["low"], ["less"])))


def _stands_for_series(tokens: Sequence[Token], at: int) -> bool:
    """Whether a short word is the letter of a series: `the M family`, `G is for`, `P = training`."""
    text = tokens[at].text
    following = tokens[at + 1].form if at + 1 < len(tokens) else ""
    if len(text) == 1 and text not in "aisx":
        return True
    return text in {"inf", "trn"} or (following in _SERIES_WORDS and (len(text) == 1 or text == "hpc") and text != "a")


def _is_part(tokens: Sequence[Token], at: int, places: Collection[int]) -> bool:
    """Whether the denial at `at` (`not`; the last word of `instead of`) belongs to a turn of speech."""
    return at in places or (at - 1 in places and tokens[at].text in _PHRASE_ENDS)


def _measure(tokens: Sequence[Token], poles: dict[int, dict[str, int]], inside: set[int]) -> None:
    """Give what is only measured the end that a word nearby says (lower cost), and turn ends that are lessened (less expensive)."""
    up, down = lexicon().words("up"), lexicon().words("down")
    signs = [1 if token.form in up else -1 if token.form in down else 0 for token in tokens]
    for at, following in enumerate(tokens[1:]):
        if tokens[at].form == "up" and following.form == "to":
            signs[at] = 0
    for at, ends in poles.items():
        for pair, sign in list(ends.items()):
            if sign == 0:
                ends[pair] = _change_near(tokens, signs, at)
            elif _is_lessened(tokens, at, inside):
                ends[pair] = -sign
    for at, sign in enumerate(signs):
        if sign:
            poles.setdefault(at, {}).setdefault("amount", sign)


def _is_lessened(tokens: Sequence[Token], at: int, inside: Collection[int]) -> bool:
    """Whether `less` or `least` stands before the phrase that ends at `at`."""
    before = at - 1
    while before in inside:
        before -= 1
    return before >= 0 and tokens[before].form in {"less", "least"} and tokens[before].chunk == tokens[at].chunk


def _change_near(tokens: Sequence[Token], signs: Sequence[int], at: int) -> int:
    """The nearest change of a measured thing: up to four words before it, else six after it, within its chunk."""
    before = (near for near in range(at - 1, max(at - 5, -1), -1) if signs[near])
    after = (near for near in range(at + 1, min(at + 7, len(tokens))) if signs[near] and not _is_share(tokens, near))
    weak = lexicon().words("weak_changes")
    here = [near for near in (*before, *after) if tokens[near].chunk == tokens[at].chunk]
    strong = [near for near in here if tokens[near].form not in weak]
    return signs[(strong or here)[0]] if here else 0


def _is_share(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word is a part of something else, which it alone lessens: throughput at a fraction of the bill."""
    return tokens[at].form in lexicon().lists["fractions_of_other"] and at + 1 < len(tokens) and tokens[at + 1].text == "of"
