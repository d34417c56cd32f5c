"""What is taken out of a text before it is sent: account ids, ARNs, keys, mails, addresses. A placeholder stands in for each."""

from __future__ import annotations

import re
from functools import partial
from typing import Final, NamedTuple

_BYTE: Final = r"(?:25[0-5]|2[0-4]\d|1?\d?\d)"
_SCHEMES: Final = r"(?:https?|wss?|ftps?|sftp|s3[an]?|ssh|git|jdbc:\w+|postgres(?:ql)?|mysql|rediss?|mongodb(?:\+srv)?|amqps?|kafka)"
_STREET: Final = r"(?:Street|St\.|Road|Rd\.|Avenue|Ave\.|Lane|Boulevard|Blvd\.|Drive|Square)"
_LABELS: Final = r"secret|password|passwd|pwd|passphrase|api[_-]?key|access[_-]?key|auth[_-]?token|session[_-]?token"
_LABELLED: Final = rf"(?<!\w)\w{{0,30}}(?:{_LABELS})\w{{0,30}}[\"']?\s*[:=]\s*[\"']?(?P<secret>[^\s\"',;]{{4,}})"
"""What stands behind a name that says it is secret."""
_PATTERNS: Final = (
    ("KEY", r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]{0,8000}?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|\Z)"),
    ("ARN", r"\barn:[a-z0-9-]{1,20}:[^\s\"'<>,;(){}]{1,2000}"),
    ("ADDRESS", rf"\b{_SCHEMES}://[^\s\"'<>(){{}}]{{1,2000}}"),
    ("MAIL", r"[\w.+%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}"),
    ("KEY", r"\b(?:AKIA|ASIA|AROA|AIDA|AGPA|ANPA|ANVA|ABIA|ACCA)[A-Z0-9]{12,}\b"),
    (
        "KEY",
        r"\b(?:sk|pk|rk)[-_][\w-]{12,}|\b(?:hf|gh[pousr]|glpat|xox[abprs]|npm|pypi|github_pat)[-_][\w-]{10,}|\bAIza[\w-]{30,}|\bya29\.[\w-]{20,}",
    ),
    ("KEY", r"\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?"),
    ("KEY", r"(?<=\bbearer )\S{8,}|(?<=\bbasic )[A-Za-z0-9+/]{12,}={0,2}"),
    (
        "KEY",
        _LABELLED,
    ),
    (
        "KEY",
        r"(?<![A-Za-z0-9/+=_-])(?=[A-Za-z0-9/+]{0,39}\d)(?=[A-Za-z0-9/+]{0,39}[a-z])(?=[A-Za-z0-9/+]{0,39}[A-Z])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])",
    ),
    ("ADDRESS", rf"(?<![\w.]){_BYTE}(?:\.{_BYTE}){{3}}(?:/\d{{1,2}})?(?::\d{{1,5}})?(?![\w.]*\w)"),
    (
        "ADDRESS",
        r"(?<![\w:])(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{1,4}(?![\w:])|(?<![\w:])(?:[0-9a-f]{1,4}:){1,6}:(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,5})?(?![\w:])",
    ),
    ("ADDRESS", r"\b[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}\.(?:amazonaws\.com(?:\.cn)?|internal|local|corp|lan|intranet)\b"),
    ("ADDRESS", rf"(?-i:\b\d{{1,5}}[a-z]?\s+(?:[A-Z][\w'-]{{0,30}}\s+){{1,3}}{_STREET})"),
    ("ADDRESS", r"(?-i:\b[A-Z][a-zäöüß-]{2,30}(?:straße|strasse|gasse|weg|platz|allee)\s+\d{1,4}[a-z]?\b)"),
    ("PHONE", r"(?<![\w+])\+\d{1,3}[\s(./-]{0,2}\d(?:[\d\s()./-]{6,16})\d"),
    ("ACCOUNT", r"(?<![\d.,])\d{12}(?![\d,]|\.\d)|(?<![\d-])\d{4}-\d{4}-\d{4}(?![\d-])"),
)
"""Name of the placeholder -> what it stands for; earlier ones go first, since an ARN holds an account id."""


class Redaction(NamedTuple):
    """A text as it may be sent, and what its placeholders stand for."""

    text: str
    originals: dict[str, str]
    """Placeholder -> what stood there."""

    def restore(self, text: str) -> str:
        """`text` with what stood there again in place of each placeholder."""
        for placeholder, original in self.originals.items():
            text = text.replace(placeholder, original)
        return text


class Redactor:
    """Takes out of several texts of one request what must not be sent; the same thing has the same placeholder in all of them."""

    def __init__(self) -> None:
        """Begin with nothing taken out."""
        self._placeholders: dict[str, str] = {}
        """What stood there -> its placeholder."""

    def redact(self, text: str) -> Redaction:
        """The text as it may be sent."""
        shown = text
        for kind, pattern in _PATTERNS:
            shown = re.sub(pattern, partial(self._replace, kind, text), shown, flags=re.IGNORECASE)
        return Redaction(shown, {placeholder: original for original, placeholder in self._placeholders.items()})

    def _replace(self, kind: str, text: str, match: re.Match[str]) -> str:
        secret = match.groupdict().get("secret")
        if secret is None:
            return self._placeholder(match[0], kind, text)
        begin = match.start("secret") - match.start()
        return match[0][:begin] + (secret if secret.startswith("[") else self._placeholder(secret, kind, text))

    def _placeholder(self, original: str, kind: str, text: str) -> str:
        known = self._placeholders.get(original)
        if known is not None:
            return known
        number = 1 + sum(one.startswith(f"[{kind}-") for one in self._placeholders.values())
        while f"[{kind}-{number}]" in text or f"[{kind}-{number}]" in self._placeholders.values():
            number += 1
        self._placeholders[original] = f"[{kind}-{number}]"
        return self._placeholders[original]
