"""What a log says of a failure, in few lines and without secrets. A log of any length is read once; nothing but the excerpt is kept."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.lazy_pattern import lazy_pattern

_TELLING: Final = (
    "error", "exception", "fail", "fatal", "kill", "oom", "memory", "timeout", "timed out", "time-out", "throttl", "denied", "refused",
    "exceed", "insufficient", "capacity", "quota", "limit", "unsupported", "not supported", "unable", "cannot", "can't", "no space",
    "nan", "hang", "stuck", "nccl", "cuda", "neuron", "xid", "exit code", "exited", "signal", "abort", "interrupt", "health", "evict",
    "preempt", "backoff", "pending", "slow", "latency", "warn", " 413", " 429", " 500", " 502", " 503", " 504",
)  # fmt: skip
"""Words of a line that may say what went wrong."""
_MOST_LINES: Final = 60
"""Telling lines that are kept, those at the end first: what stopped a program stands there."""
_LAST_LINES: Final = 5
"""Lines at the end that are kept whatever they say."""
_LONGEST: Final = 300
"""Characters of a line that are kept."""
_ENDLESS: Final = 4_000
"""Characters from which on a line is broken into pieces."""
_PIECE: Final = lazy_pattern(r".{200}\S{0,90}\s")
_NUMBERS: Final = lazy_pattern(r"\d+")
_SECRETS: Final = (
    lazy_pattern(r"\b(?:AKIA|ASIA|AIDA|AROA)[A-Z0-9]{12,}"),
    lazy_pattern(r"\b(?:hf|ghp|gho|ghs|xox[abp]|sk|pk|glpat)[-_][A-Za-z0-9_-]{12,}"),
    lazy_pattern(r"\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*)?"),
    lazy_pattern(r"-----BEGIN [A-Z ]+-----[^-]*(?:-----END [A-Z ]+-----)?"),
    lazy_pattern(r"(?<=://)[^/\s:@]+:[^/\s@]+(?=@)"),
    lazy_pattern(r"(?<=[\"'= :])(?=[A-Za-z/+]*[0-9])(?=[a-z0-9/+]*[A-Z])(?=[A-Z0-9/+]*[a-z])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])"),
)
"""Shapes of keys, tokens and passwords."""
_NAMED_SECRET: Final = lazy_pattern(
    r"(?P<name>\b[\w.-]*(?:secret|passw(?:or)?d|pwd|token|api[_-]?key|access[_-]?key|credential|authorization)[\w.-]*[\"']?\s*[:=]\s*[\"']?"
    r"(?:bearer\s+|basic\s+)?)(?P<value>[^\s\"',;&}]{4,})",
    re.IGNORECASE,
)
_HIDDEN: Final = "***"
_GPU_ROW: Final = lazy_pattern(r"(?P<used>\d+)MiB\s*/\s*(?P<total>\d+)MiB\s*\|\s*(?P<busy>\d+)%")
"""A row of the table that nvidia-smi prints."""
_METRIC: Final = lazy_pattern(r"\b(?P<name>(?:GPU|CPU|Memory)Utilization)\b\W{1,12}(?:[A-Za-z]\w*\W{1,4}){0,3}(?P<share>\d{1,3}(?:\.\d+)?)")
"""A metric of CloudWatch with its value."""
_FACTS: Final = MappingProxyType(
    {
        "GPUUtilization": "current_gpu_utilization_percent",
        "CPUUtilization": "current_cpu_utilization_percent",
        "MemoryUtilization": "current_memory_utilization_percent",
    }
)
_WHOLE: Final = 100.0


class LogExcerpt(NamedTuple):
    """What was kept of a log."""

    lines: tuple[str, ...]
    observed: Mapping[str, float]
    """Shares of today in percent, by fact."""

    @property
    def text(self) -> str:
        """The lines that were kept, one below the other."""
        return "\n".join(self.lines)


def excerpt_log(log: str) -> LogExcerpt:
    """The lines of a log that may say what went wrong, each kind once, and the utilization that it shows. Secrets are hidden."""
    kept: dict[str, str] = {}
    log = "\n".join(_break_endless(line) for line in log.split("\n")) if _has_endless_line(log) else log
    for start in sorted(_telling_lines(log), reverse=True):
        line = log[start : _line_end(log, start)]
        if line.strip() and len(kept) < _MOST_LINES:
            kept.setdefault(_NUMBERS.sub("#", line[:_LONGEST]), hide_secrets(line.strip()[:_LONGEST]))
    return LogExcerpt(tuple(reversed(kept.values())), MappingProxyType(dict(_observed(log))))


def _has_endless_line(log: str) -> bool:
    return any(len(line) > _ENDLESS for line in log.split("\n"))


def _break_endless(line: str) -> str:
    """An endless line as several; what is secret is hidden before, as its name and its value may fall apart."""
    return _PIECE.sub(r"\g<0>\n", hide_secrets(line)) if len(line) > _ENDLESS else line


def _telling_lines(log: str) -> set[int]:
    """Where the lines begin that may say what went wrong: of each word the last ones, and the end of the log."""
    low, starts = log.lower(), set()
    end = len(log)
    for _ in range(_LAST_LINES):
        start = log.rfind("\n", 0, end) + 1
        starts.add(start)
        end = max(start - 1, 0)
    for word in _TELLING:
        end = len(low)
        for _ in range(_MOST_LINES):
            found = low.rfind(word, 0, end)
            if found < 0:
                break
            end = low.rfind("\n", 0, found) + 1
            starts.add(end)
            if not end:
                break
    return starts


def _line_end(log: str, start: int) -> int:
    end = log.find("\n", start)
    return end if end >= 0 else len(log)


def hide_secrets(text: str) -> str:
    """The same without keys, tokens and passwords."""
    text = _NAMED_SECRET.sub(lambda found: f"{found['name']}{_HIDDEN}", text)
    for shape in _SECRETS:
        text = shape.sub(_HIDDEN, text)
    return text


def _observed(log: str) -> Iterator[tuple[str, float]]:
    """Utilization of GPU, CPU and memory: the mean of what is shown."""
    shares: dict[str, list[float]] = {}
    for row in _GPU_ROW.finditer(log) if "MiB" in log else ():
        shares.setdefault("current_gpu_utilization_percent", []).append(float(row["busy"]))
    for metric in _METRIC.finditer(log) if "Utilization" in log else ():
        shares.setdefault(_FACTS[metric["name"]], []).append(float(metric["share"]))
    for fact, several in shares.items():
        mean = sum(several) / len(several)
        if mean <= _WHOLE:
            yield fact, mean
