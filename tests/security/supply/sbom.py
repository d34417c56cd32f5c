"""`make sbom`: a bill of materials of what `requirements.txt` pins, in CycloneDX 1.6.

    python tests/security/supply/sbom.py SITE_PACKAGES OUT

Versions and hashes are those of the pins; licences and who needs whom are those of the packages installed in SITE_PACKAGES. The same
input gives the same bytes: no time stands in it unless SOURCE_DATE_EPOCH gives one. It runs in an environment with cyclonedx-python-lib.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import sys
import uuid
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[3]))

from cyclonedx.contrib.license.factories import LicenseFactory  # type: ignore[import-not-found]  # in an environment of its own
from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, XsUri  # type: ignore[import-not-found]  # in an environment of its own
from cyclonedx.model.bom import Bom  # type: ignore[import-not-found]  # in an environment of its own
from cyclonedx.model.component import Component, ComponentScope, ComponentType  # type: ignore[import-not-found]  # in an environment of its own
from cyclonedx.output.json import JsonV1Dot6  # type: ignore[import-not-found]  # in an environment of its own
from cyclonedx.schema import SchemaVersion  # type: ignore[import-not-found]  # in an environment of its own
from cyclonedx.validation.json import JsonStrictValidator  # type: ignore[import-not-found]  # in an environment of its own
from packageurl import PackageURL  # type: ignore[import-not-found]  # in an environment of its own
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.security.supply.pinned import Pin, asked_for, pinned, project

Needs = Mapping[str, set[str]]
"""Package -> what it needs, extras left out unless something asks for them."""
_LONGEST_LICENCE: Final = 80
"""Characters of a field that names a licence; what is longer is its text."""
_EPOCH: Final = "SOURCE_DATE_EPOCH"


def bill(installed: Mapping[str, Distribution]) -> Bom:
    """The bill: Sizewise, and a component for each pin; `scope` tells what it always needs, what an extra does, and what developers do."""
    needs = {name: set(_needed(one, ())) for name, one in installed.items()}
    scopes = _scopes(needs, installed)
    components = [_component(pin, installed.get(canonicalize_name(pin.name)), scopes) for pin in pinned()]
    made = Bom(components=components, serial_number=_number(components))
    made.metadata.component = _sizewise()
    by_name: dict[str, list[Component]] = {}
    for one in components:
        by_name.setdefault(canonicalize_name(one.name), []).append(one)
    needs["sizewise"] = {canonicalize_name(requirement.name) for requirement in asked_for()[""]}
    for one in (made.metadata.component, *components):
        wanted = sorted(needs.get(canonicalize_name(one.name), ()))
        made.register_dependency(one, [other for name in wanted for other in by_name.get(name, ())])
    return made


def _sizewise() -> Component:
    about = project()["project"]
    return Component(
        name=about["name"],
        version=about["version"],
        type=ComponentType.APPLICATION,
        bom_ref=about["name"],
        licenses=[LicenseFactory().make_from_string(about["license"])],
        purl=PackageURL("pypi", None, about["name"], about["version"]),
    )


def _component(pin: Pin, installed: Distribution | None, scopes: Mapping[str, ComponentScope]) -> Component:
    """A package; its files stand beside it, since each has a hash of its own."""
    purl = PackageURL("pypi", None, canonicalize_name(pin.name), pin.version)
    hashes = [HashType(alg=HashAlgorithm.SHA_256, content=digest) for digest in pin.hashes]
    return Component(
        name=pin.name,
        version=pin.version,
        bom_ref=str(purl),
        purl=purl,
        scope=scopes.get(canonicalize_name(pin.name), ComponentScope.EXCLUDED),
        licenses=[LicenseFactory().make_from_string(name) for name in _licences(installed)],
        external_references=[ExternalReference(type=ExternalReferenceType.DISTRIBUTION, url=XsUri(str(purl)), hashes=hashes)],
    )


def _licences(installed: Distribution | None) -> Iterator[str]:
    """What a package says of its licence: an expression, else its classifiers, else a short name; nothing where it is not installed."""
    if installed is None:
        return
    about = installed.metadata
    if expressions := about.get_all("License-Expression", []):
        yield expressions[0]
        return
    named = [one.rpartition(" :: ")[2] for one in about.get_all("Classifier", []) if one.startswith("License :: OSI Approved :: ")]
    short = next(iter(about.get_all("License", [])), "").strip()
    yield from named or ([short] if short and len(short) <= _LONGEST_LICENCE and "\n" not in short else [])


def _needed(installed: Distribution, extras: Iterable[str]) -> Iterator[str]:
    """What a package needs on any system, also for these extras of it."""
    for line in installed.requires or ():
        requirement = Requirement(line)
        marker = str(requirement.marker or "")
        if "extra" not in marker or any(f'"{extra}"' in marker for extra in extras):
            yield canonicalize_name(requirement.name)


def _scopes(needs: Needs, installed: Mapping[str, Distribution]) -> dict[str, ComponentScope]:
    """What Sizewise itself leads to is required, what its extras lead to optional; all else is for developers."""
    asked = asked_for()
    extras = project()["project"]["optional-dependencies"]
    optional = _reached([one for name in extras for one in asked[name]], needs, installed)
    required = _reached(asked[""], needs, installed)
    return dict.fromkeys(optional, ComponentScope.OPTIONAL) | dict.fromkeys(required, ComponentScope.REQUIRED)


def _reached(wanted: Iterable[Requirement], needs: Needs, installed: Mapping[str, Distribution]) -> set[str]:
    left: list[str] = [canonicalize_name(one.name) for one in wanted]
    for one in wanted:
        if one.extras and canonicalize_name(one.name) in installed:
            left += _needed(installed[canonicalize_name(one.name)], one.extras)
    reached: set[str] = set()
    while left:
        name = left.pop()
        if name not in reached:
            reached.add(name)
            left += needs.get(name, ())
    return reached


def _number(components: Iterable[Component]) -> uuid.UUID:
    """The number of the bill: that of its content."""
    return uuid.uuid5(uuid.NAMESPACE_URL, "\n".join(sorted(one.bom_ref.value or "" for one in components)))


def render_bom(made: Bom) -> str:
    """The bill as JSON, keys in order, with the time of SOURCE_DATE_EPOCH or none."""
    document: dict[str, Any] = json.loads(JsonV1Dot6(made).output_as_string())
    document["metadata"].pop("timestamp", None)
    if _EPOCH in os.environ:
        document["metadata"]["timestamp"] = dt.datetime.fromtimestamp(int(os.environ[_EPOCH]), dt.UTC).isoformat()
    return json.dumps(document, indent=2, sort_keys=True) + "\n"


def main(site: str, out: Path) -> int:
    """Write the bill, if the schema of CycloneDX accepts it."""
    installed: dict[str, Distribution] = {canonicalize_name(one.metadata["Name"]): one for one in distributions(path=[site])}
    text = render_bom(bill(installed))
    mistake = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if mistake is not None:
        sys.stderr.write(f"sbom: {out.name} is no CycloneDX 1.6: {mistake}\n")
        return 1
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(text, encoding="utf-8")
    parts = json.loads(text)["components"]
    lacking = [f"{one['name']} {one['version']}" for one in parts if "licenses" not in one]
    sys.stdout.write(f"{out}: {len(parts)} packages. No licence is told of: {', '.join(lacking) or 'none'}.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2])))
