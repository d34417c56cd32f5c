"""Any advice at all can be written, or the line that refuses it says in which formats it can be."""

from __future__ import annotations

import hcl2
import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.advice import Advice
from engine.handover.template import FORMATS, Format, write_template
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.depth import rounds
from tests.engine.handover.template.botocore_models import decode_template, find_mistakes
from tests.engine.handover.template.script_runs import run_sdk_script
from tests.engine.workloads import advise_on, draw_facts


@settings(max_examples=rounds(quick=4, long=500), deadline=None)
@given(data=st.data())
def test_any_plan_is_written_in_every_format_or_refused_with_those_that_can(knowledge: Knowledge, data: st.DataObject) -> None:
    """The choice and every alternative of an advice for any facts."""
    advice = advise_on(knowledge, data.draw(draw_facts(knowledge)))
    for plan in (*((advice.choice,) if advice.choice else ()), *advice.alternatives):
        chosen = msgspec.structs.replace(advice, choice=plan)
        for wanted in FORMATS:
            try:
                _check_text(chosen, wanted, knowledge)
            except InputError as refused:
                able = [other for other in FORMATS if f" {other}" in str(refused).partition("Take")[2]]
                assert able
                for other in able:
                    _check_text(chosen, other, knowledge)


def _check_text(advice: Advice, wanted: Format, knowledge: Knowledge) -> None:
    """Fails where a text is not of its language. Raises InputError where it is refused."""
    template = write_template(advice, knowledge, wanted)
    if wanted == "cloudformation":
        assert decode_template(template.text)[1] == []
    elif wanted == "terraform":
        assert hcl2.loads(template.text)
    elif wanted == "sdk":
        calls = [call for call in run_sdk_script(template).calls if not call.name.startswith("wait ")]
        assert [mistakes for call in calls if (mistakes := find_mistakes(call.service, call.name, call.parameters))] == []
    elif wanted == "cdk":
        compile(template.text, template.file, "exec")
