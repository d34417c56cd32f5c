"""The browse screen, driven as a person drives it: searched, opened, followed, gone back, compared."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from knowledge import Knowledge
from tests.depth import rounds
from tests.tui.app.browsing import sit
from tests.tui.app.conftest import LARGE, SMALL
from tui.views.entries import READING_ORDER
from tui.views.linked_text import Link
from tui.widgets.browse.entry_tree import EntryRow, KindRow

SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x45"])
G5 = Link("families", "g5")


@SIZES
async def test_it_opens_on_every_kind_with_its_count_and_lists_no_entry_yet(knowledge: Knowledge, size: tuple[int, int]) -> None:
    """Entries come when their kind is opened."""
    async with sit(knowledge, size) as reader:
        assert [row.kind for row in reader.browse.entry_tree.rows if isinstance(row, KindRow)] == list(READING_ORDER)
        assert not [row for row in reader.browse.entry_tree.rows if isinstance(row, EntryRow)]
        assert f"Instance types {len(knowledge.instances):,}" in reader.screen()
        assert "Lessons" in reader.screen()
        assert "/ Search  n Link  [ Back  c Mark  v Compare  F1 Help" in reader.screen()


async def test_arrows_open_a_kind_a_group_and_an_entry(knowledge: Knowledge) -> None:
    """Right opens and goes in, left closes and goes out; so does Enter in some other kinds, grouped or not."""
    async with sit(knowledge) as reader:
        shelf = reader.browse.entry_tree
        await reader.press("escape", *["down"] * READING_ORDER.index("families"), "right", "right")
        assert reader.row() == KindRow("families", "accelerated", 33)
        await reader.press("right", "right")
        leaf = reader.row()
        assert isinstance(leaf, EntryRow)
        await reader.press("right")
        assert reader.shown() == (leaf.link,)
        await reader.press("escape", "left", "left")
        assert reader.row() == KindRow("families", "accelerated", 33)
        await reader.press("left", "left")
        assert len(shelf.rows) == len(READING_ORDER)
        for number, kind in list(enumerate(READING_ORDER))[:: rounds(quick=8, long=1)]:
            await reader.press("escape")
            shelf.highlighted = number
            await reader.pilot.press("enter", "down")
            is_grouped = isinstance(reader.row(), KindRow)
            await reader.press(*(["enter", "down"] if is_grouped else []), "enter")
            assert reader.shown()[0].kind == kind
            await reader.pilot.press("escape", *["left"] * (4 if is_grouped else 2))
            assert len(shelf.rows) == len(READING_ORDER), kind


async def test_typing_searches_enter_reads_the_best_and_esc_leads_back(knowledge: Knowledge) -> None:
    """Letters go into the search line; Esc leads from the article to the hits as they were, then to everything. No dead end."""
    async with sit(knowledge) as reader:
        await reader.press("g", "5")
        assert 'found for "g5"' in reader.screen()
        assert reader.row() == EntryRow(G5, 0)
        await reader.press("enter")
        assert reader.shown() == (G5,)
        assert "A10G with 24 GB" in reader.screen()
        assert "Instance families › Amazon EC2 G5" in reader.screen()
        assert "search" not in reader.screen().splitlines()[1]
        await reader.press("escape")
        assert 'found for "g5"' in reader.screen()
        await reader.press("escape")
        assert reader.browse.entry_tree.is_tree
        assert reader.browse.search_line.value == ""
        await reader.type("tensr coor")
        assert "Nearest:" in reader.screen()
        assert reader.browse.entry_tree.rows
        await reader.type("qqqqqqqqzzz")
        assert "Try one word" in reader.screen()
        await reader.press("enter")
        assert reader.shown() == (G5,)


async def test_hostile_words_stay_words(knowledge: Knowledge) -> None:
    """They are looked for, shown as they are, and break nothing; so are those that come with /browse."""
    async with sit(knowledge) as reader:
        for words in ("[/red]", "[@click=app.exit]x[/]", "\x1b[31m\u202eabc", "$words ${x}", "🦙" * 300, "x" * 100_000, "\0\t"):
            await reader.type(words)
            reader.browse.look_up(words)
            await reader.wait()
            assert reader.shown() == (), words[:30]
            assert "\x1b" not in reader.screen(), words[:30]
            reader.app.clear_notifications()
            await reader.open("families", words)
            assert "no longer has" in reader.told(), words[:30]


async def test_words_that_come_along_are_looked_up_and_opened(knowledge: Knowledge) -> None:
    """Whether they come before the base is read or after."""
    async with sit(knowledge, words="kv cache") as reader:
        assert reader.shown() == (Link("glossary", "cache-kv"),)
        reader.browse.look_up("inf2")
        await reader.wait()
        assert reader.shown() == (Link("families", "inf2"),)
        reader.browse.look_up("inf")
        await reader.wait()
        assert reader.browse.entry_tree.rows


@SIZES
async def test_links_are_followed_by_keys_and_back_restores_the_place(knowledge: Knowledge, size: tuple[int, int]) -> None:
    """The key n chooses, Enter follows, [ goes back to the same row and link, ] forward again."""
    async with sit(knowledge, size) as reader:
        await reader.open("lessons", "purchasing-options")
        page = reader.browse.article_page
        await reader.press("pagedown", "n")
        chosen, place = page.article_text.chosen, page.scroll_y
        assert chosen is not None
        assert place > 0 or size == LARGE
        target = page.article_text.stops[chosen].link
        await reader.press("enter")
        assert reader.shown() == (target,)
        await reader.press("left_square_bracket")
        assert reader.shown() == (Link("lessons", "purchasing-options"),)
        assert (page.article_text.chosen, page.scroll_y) == (chosen, place)
        await reader.press("right_square_bracket")
        assert reader.shown() == (target,)


async def test_tab_and_p_go_through_all_links_and_round_again(knowledge: Knowledge) -> None:
    """Each link is seen when it is chosen."""
    async with sit(knowledge) as reader:
        await reader.open("families", "g5")
        page = reader.browse.article_page
        seen = []
        for _ in page.article_text.stops:
            await reader.pilot.press("tab")
            assert page.article_text.chosen is not None
            seen.append(page.article_text.chosen)
            assert page.scroll_y <= page.article_text.stops[seen[-1]].row < page.scroll_y + page.size.height
        assert seen == list(range(len(page.article_text.stops)))
        await reader.press("n", "p")
        assert page.article_text.chosen == seen[-1]


async def test_a_click_follows_a_link_and_a_click_opens_a_row(knowledge: Knowledge) -> None:
    """The mouse alone is enough."""
    async with sit(knowledge, LARGE) as reader:
        await reader.pilot.click("#entry-tree", offset=(3, 3))
        await reader.wait()
        assert len(reader.browse.entry_tree.rows) > len(READING_ORDER)
        await reader.open("families", "g5")
        sheet = reader.browse.article_page.article_text
        row, span = next((at, row.links[0]) for at, row in enumerate(sheet.rows) if row.links)
        await reader.pilot.click(sheet, offset=(span.start + 1, row))
        await reader.wait()
        assert reader.shown() == (span.link,)


@SIZES
async def test_two_marked_entries_stand_side_by_side(knowledge: Knowledge, size: tuple[int, int]) -> None:
    """The key c marks what is read or highlighted, v compares, and one can go back from there."""
    async with sit(knowledge, size) as reader:
        await reader.open("families", "g5")
        await reader.press("c", "v")
        assert "Mark two to four" in reader.told()
        await reader.open("families", "inf2")
        await reader.press("c")
        assert "Marked: g5, inf2" in reader.screen()
        await reader.press("v")
        assert reader.shown() == (G5, Link("families", "inf2"))
        assert "Compare › g5, inf2" in reader.screen()
        assert "EC2 price" in reader.screen()
        await reader.press("left_square_bracket", "x")
        assert reader.browse.marked_links == ()
        assert reader.shown() == (Link("families", "inf2"),)


@pytest.mark.parametrize("kind", ("lessons", "lexicon")[: rounds(quick=1, long=2)])
async def test_another_width_keeps_the_place(knowledge: Knowledge, kind: str) -> None:
    """The first word that is seen stays on the first rows, through both layouts and back."""
    identity = max(getattr(knowledge, kind), key=lambda name: len(str(getattr(knowledge, kind)[name])))
    async with sit(knowledge) as reader:
        await reader.open(kind, identity)
        page = reader.browse.article_page
        await reader.press("pagedown", "pagedown")
        before = page.place.before
        for width, height in ((160, 45), (60, 20), (100, 30), (80, 24)):
            await reader.pilot.resize_terminal(width, height)
            await reader.wait()
            assert reader.browse.has_class("-wide") == (width >= 100)
            assert page.size.width > 0
        assert abs(page.place.before - before) <= 20


async def test_one_column_shows_what_has_the_focus_and_two_show_both(knowledge: Knowledge) -> None:
    """From 100 columns on the list stands beside the article."""
    async with sit(knowledge, (99, 30)) as reader:
        await reader.open("families", "g5")
        assert not reader.browse.entry_tree.region
        await reader.pilot.resize_terminal(100, 30)
        await reader.wait()
        assert reader.browse.entry_tree.region
        assert reader.browse.article_page.region
        await reader.press("escape")
        await reader.pilot.resize_terminal(80, 24)
        await reader.wait()
        assert reader.browse.entry_tree.region
        assert not reader.browse.article_page.region
        assert reader.browse.entry_tree.has_focus


async def test_keys_mark_compare_and_copy_and_say_why_not(knowledge: Knowledge) -> None:
    """Another kind, a fifth entry, a kind without fields to set side by side, a row that is no entry. In the search line they write."""
    async with sit(knowledge) as reader:
        await reader.press("c", "v", "y", "n", "slash")
        assert reader.browse.search_line.value == "cvyn/"
        await reader.press("escape", "slash")
        assert isinstance(reader.app.focused, Input)
        assert reader.browse.search_line.value == "cvyn/"
        reader.browse.search_line.value = ""
        await reader.press("escape")
        await reader.press("c", "y")
        assert "Open an entry first" in reader.told()
        assert "pick one in the list" in reader.told()
        await reader.open("limits", next(iter(knowledge.limits)))
        await reader.press("c")
        assert "cannot be compared" in reader.told()
        for identity in ("g5", "g6", "inf2", "p5"):
            await reader.open("families", identity)
            await reader.press("c")
        assert len(reader.browse.marked_links) == 4
        await reader.open("families", "g4dn")
        await reader.press("c")
        assert "no more fit side by side" in reader.told()
        await reader.open("purchases", "spot")
        await reader.press("c")
        assert "Compare like with like" in reader.told()
        assert len(reader.browse.marked_links) == 4
        await reader.open("families", "g5")
        await reader.press("y")
        copied = reader.app.clipboard
        assert copied.startswith("Amazon EC2 G5\n")
        assert max(map(len, copied.splitlines())) <= 100
        assert "https://" in copied
        await reader.open("instances", "g5.xlarge")
        assert reader.row() == EntryRow(Link("instances", "g5.xlarge"), 2)
        await reader.press("escape")
        assert "g5.xlarge" in reader.screen()
