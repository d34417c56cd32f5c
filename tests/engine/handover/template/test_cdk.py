"""The CDK: the app runs against a stand-in, and what it makes is the template. `make synth` runs it against the CDK itself."""

from __future__ import annotations

import re
import sys
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest import mock

from tests.engine.handover.template.conftest import Case


class _Module(ModuleType):
    """A module of constructs: any class of it makes a resource of the stack."""

    def __init__(self, name: str, made: dict[str, Any]) -> None:
        super().__init__(name)
        self._made = made

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # any construct
        kind = f"{self.__name__.removeprefix('aws_')}::{name.removeprefix('Cfn')}".lower()

        def construct(_: object, identity: str, **properties: Any) -> _Construct:  # noqa: ANN401  # any property
            self._made["Resources"][identity] = {"Type": kind, "DependsOn": [], "Properties": properties}
            return _Construct(identity, self._made["Resources"][identity])

        return construct


class _Construct:
    """A resource that was made."""

    def __init__(self, identity: str, made: dict[str, Any]) -> None:
        self.ref = {"Ref": identity}
        self._id = identity
        self.node = SimpleNamespace(add_dependency=lambda other: made["DependsOn"].append(other.ref["Ref"]))

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # any attribute
        assert name.startswith("attr_")
        return {"Fn::GetAtt": [self._id, name.removeprefix("attr_").replace("_", "")]}


def _run_app(text: str) -> dict[str, Any]:
    """What an app makes."""
    made: dict[str, Any] = {"Parameters": {}, "Resources": {}, "Outputs": {}}

    def parameter(_: object, identity: str, **told: Any) -> SimpleNamespace:  # noqa: ANN401  # any property
        made["Parameters"][identity] = told
        return SimpleNamespace(**{f"value_as_{kind}": {"Ref": identity} for kind in ("string", "list", "number")})

    def output(_: object, identity: str, value: Any) -> None:  # noqa: ANN401  # any value
        made["Outputs"][identity] = {"Value": value}

    cdk = ModuleType("aws_cdk")
    cdk.__dict__.update(
        Stack=type("Stack", (), {"__init__": lambda *_, **__: None}),
        App=lambda: SimpleNamespace(synth=lambda: None),
        Environment=lambda region: region,
        CfnParameter=parameter,
        CfnOutput=output,
        Fn=SimpleNamespace(sub=lambda text: {"Fn::Sub": text}, base64=lambda text: {"Fn::Base64": text}),
        **{name: _Module(name, made) for name in re.findall(r"\baws_\w+", text) if name != "aws_cdk"},
    )
    with mock.patch.dict(sys.modules, aws_cdk=cdk):
        exec(compile(text, "app.py", "exec"), {"__name__": "__main__"})  # noqa: S102  # our own text is what is tested
    return made


def _normalise_names(node: Any) -> Any:  # noqa: ANN401  # templates are of any shape
    """A template without the way in which each of the two writes names."""
    if isinstance(node, dict):
        return {_name(key): _normalise_names(value) for key, value in node.items() if value or value in (0, False) or key == "Properties"}
    if isinstance(node, list | tuple):
        return [_normalise_names(value) for value in node]
    return node


def _name(name: str) -> str:
    return name.replace("_", "").lower()


def test_the_app_makes_what_the_template_says(documents: list[tuple[Case, dict[str, Any]]]) -> None:
    """The same parameters, resources, order and outputs."""
    for case, document in documents:
        resources = {
            name: {"DependsOn": [], "Properties": {}, **resource, "Type": resource["Type"].removeprefix("AWS::").lower()}
            for name, resource in document["Resources"].items()
        }
        expected = {**document, "Resources": resources, "AWSTemplateFormatVersion": ""}
        assert _normalise_names(_lower_attributes(_run_app(case.written["cdk"].text))) == _normalise_names(_lower_attributes(expected)), (
            case.facts
        )


def _lower_attributes(node: Any) -> Any:  # noqa: ANN401  # the same
    """Attributes in small letters, since the CDK names them in its own way."""
    if isinstance(node, dict):
        if "Fn::GetAtt" in node:
            return {"Fn::GetAtt": [str(part).lower().replace(".", "") for part in node["Fn::GetAtt"]]}
        return {key: _lower_attributes(value) for key, value in node.items()}
    return [_lower_attributes(value) for value in node] if isinstance(node, list) else node


def test_the_same_is_refused_as_in_cloudformation(cases: list[Case]) -> None:
    """It becomes a template, so it has the same words."""
    for case in cases:
        assert set(case.refused) & {"cdk", "cloudformation"} in (set(), {"cdk", "cloudformation"}), case.facts
