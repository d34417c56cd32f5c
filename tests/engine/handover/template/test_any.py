"""Any advice at all can be written, or the line that refuses it says in which formats it can be."""

from __future__ import annotations

import hcl2
import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.advice import Advice
from engine.handover.template import FORMATS, Format, template_of
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.depth import rounds
from tests.engine.handover.template.captured import of_sdk
from tests.engine.handover.template.strict import decoded, wrong
from tests.engine.workloads import answered, facts


@settings(max_examples=rounds(quick=10, long=500), deadline=None)
@given(data=st.data())
def test_any_plan_is_written_in_every_format_or_refused_with_those_that_can(knowledge: Knowledge, data: st.DataObject) -> None:
    """The choice and every alternative of an advice for any facts."""
    advice = answered(knowledge, data.draw(facts(knowledge)))
    for plan in (*((advice.choice,) if advice.choice else ()), *advice.alternatives):
        chosen = msgspec.structs.replace(advice, choice=plan)
        for wanted in FORMATS:
            try:
                _read(chosen, wanted, knowledge)
            except InputError as refused:
                able = [other for other in FORMATS if f" {other}" in str(refused).partition("Take")[2]]
                assert able
                for other in able:
                    _read(chosen, other, knowledge)


def _read(advice: Advice, wanted: Format, knowledge: Knowledge) -> None:
    """Fails where a text is not of its language. Raises InputError where it is refused."""
    template = template_of(advice, knowledge, wanted)
    if wanted == "cloudformation":
        assert decoded(template.text)[1] == []
    elif wanted == "terraform":
        assert hcl2.loads(template.text)
    elif wanted == "sdk":
        told = [wrong(call.service, call.name, call.parameters) for call in of_sdk(template).calls if not call.name.startswith("wait ")]
        assert [mistakes for mistakes in told if mistakes] == []
    elif wanted == "cdk":
        compile(template.text, template.file, "exec")
