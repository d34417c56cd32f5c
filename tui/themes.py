"""The two themes of Sizewise, dark and light. A test checks the contrast of every text colour on every background."""

from __future__ import annotations

from typing import Final

from textual.theme import Theme

DARK: Final = Theme(
    name="sizewise-dark",
    primary="#7cb7ff",
    secondary="#b8a9ff",
    accent="#ffb454",
    warning="#ffcb6b",
    error="#ff8b8b",
    success="#8fd694",
    foreground="#e6e9ef",
    background="#11151c",
    surface="#171c25",
    panel="#1f2631",
    dark=True,
    text_alpha=1.0,
    variables={
        "block-cursor-background": "#254160",
        "block-cursor-foreground": "#ffffff",
        "block-cursor-blurred-background": "#254160",
        "block-cursor-blurred-foreground": "#ffffff",
        "footer-key-foreground": "#ffb454",
        "text-muted": "#a3adbd",
    },
)

LIGHT: Final = Theme(
    name="sizewise-light",
    primary="#0b5cad",
    secondary="#5b3fb5",
    accent="#9a4a00",
    warning="#7a5200",
    error="#b3261e",
    success="#1e6b2b",
    foreground="#1a1f27",
    background="#fbfbf9",
    surface="#f2f2ee",
    panel="#e6e7e2",
    dark=False,
    text_alpha=1.0,
    variables={
        "block-cursor-background": "#cfe2f7",
        "block-cursor-foreground": "#10141a",
        "block-cursor-blurred-background": "#cfe2f7",
        "block-cursor-blurred-foreground": "#10141a",
        "footer-key-foreground": "#9a4a00",
        "text-muted": "#4d5563",
    },
)

THEMES: Final = {theme.name: theme for theme in (DARK, LIGHT)}
THEME_WORDS: Final = {"dark": DARK, "light": LIGHT}
"""Word after /theme -> theme."""

TONES: Final[dict[str, str]] = {
    "head": "bold $primary",
    "dim": "$text-muted",
    "good": "$success",
    "bad": "$error",
    "maybe": "$warning",
    "change": "$accent",
    "care": "$warning",
    "you": "bold $accent",
    "notice": "$warning",
}
"""Tone of a line -> style. A sign or the words beside it say the same without colour."""
