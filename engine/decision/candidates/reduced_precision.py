"""Options in 8 or 4 bits that the person did not allow: on condition that quality holds, and only where nothing else fits."""

from __future__ import annotations

import msgspec

from engine.decision.candidates.place_offers import find_candidates
from engine.decision.context import Context, Option
from engine.workload import Origin

FEWER_BITS = "fewer_bits"
_IF = Origin(kind="assumed", because="Nothing fits in more bits.")


def options_if_nothing_fits(context: Context) -> list[Option]:
    """Options in fewer bits where no plan in full precision is left.

    None under priority cost: there a tighter limit must never lead to a cheaper plan, and bits given up would do just that.
    """
    return [] if context.workload.priority == "cost" else options_in_fewer_bits(context)


def options_in_fewer_bits(context: Context) -> list[Option]:
    """Options in 8 or 4 bits, on CPUs or for language models on GPUs; empty where fewer bits are refused or save nothing."""
    work = context.workload
    refused = work.quantization_ok is False and not work.is_assumed("quantization_ok")
    if refused or work.quantization_ok or work.precision is not None or context.needs.kind == "classic" or context.situation == "training":
        return []
    narrow = Context.for_workload(
        work.with_fact("quantization_ok", value=True, origin=_IF),
        context.knowledge,
        context.lens,
        context.cache,
        context.policy,
        measured=context.measured,
    )
    cpu = context.needs.kind == "network"
    found = find_candidates(narrow).options
    kept = [option for option in found if option.precision in ("int8", "int4") and (option.processor == "cpu") == cpu]
    return [msgspec.structs.replace(option, open_condition=option.open_condition or FEWER_BITS) for option in kept]
