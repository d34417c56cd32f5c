"""Facts stated one by one: settings of a command, lines of a workload file, fields of a request."""

from __future__ import annotations

from collections.abc import Mapping

from engine.intake.values import value_of
from engine.workload import Origin, Workload
from knowledge import Knowledge
from knowledge.errors import InputError, quote_value


def from_mapping(facts: Mapping[str, object], knowledge: Knowledge, where: str = "") -> Workload:
    """A workload of the facts given. Raises InputError with one line per mistake, each after `where`."""
    workload = Workload()
    mistakes: list[str] = []
    for name, given in facts.items():
        if given is None or given == []:
            continue  # nothing is said of it
        try:
            value = value_of(name, given, knowledge)
        except InputError as error:
            mistakes.extend(f"{where}{line}" for line in str(error).splitlines())
        else:
            quote = f"{name}={given}" if isinstance(given, str) else ""
            workload = workload.with_fact(name, value, Origin(kind="said", quote=quote))
    if mistakes:
        raise InputError(*mistakes)
    return workload


def from_settings(settings: list[str], knowledge: Knowledge) -> Workload:
    """A workload of `FACT=VALUE` settings; the last one of a fact wins."""
    facts: dict[str, object] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals or not value.strip():
            raise InputError(f"--set: {quote_value(setting)} is not complete. Give it as FACT=VALUE, for instance latency_p99_ms=200.")
        facts[name.strip()] = value.strip()
    return from_mapping(facts, knowledge)


def together(*workloads: Workload) -> Workload:
    """All facts of several workloads; a later one wins over an earlier."""
    whole = Workload()
    for workload in workloads:
        for name, value in workload.known_facts().items():
            whole = whole.with_fact(name, value, workload.origins[name])
    return whole
