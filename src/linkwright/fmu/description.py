"""modelDescription.xml of both versions of the standard, and buildDescription.xml of version 3.0."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from linkwright.emit.source_tree import MARK
from linkwright.fmu.units import used
from linkwright.fmu.variables import Variable, Variables
from linkwright.writers.xml import Element, add, document, element

_STOP, _STEP, _IMPORTERS_TOLERANCE = "10", "0.01", "1e-8"
"""The default experiment: what an importer does that is told nothing else."""
_CATEGORIES = ("logStatusDiscard", "logStatusError")


@dataclass(frozen=True)
class Identity:
    """What a unit is called and made by.

    identifier: a word of C;  token: ties description and binary together
    """

    name: str
    identifier: str
    token: str
    version: str


def description(version: int, variables: Variables, identity: Identity, sources: Sequence[str]) -> bytes:
    """modelDescription.xml of version 2 or 3; sources: the C files to compile, which version 2 lists here."""
    return _VERSIONS[version](variables, identity, sources)


def _fmi3(variables: Variables, identity: Identity, sources: Sequence[str]) -> bytes:
    root = _root(identity, {"fmiVersion": "3.0", "instantiationToken": identity.token})
    derivatives = _yes(variables.plant.directional is not None)
    can = {
        "canGetAndSetFMUState": "true",
        "canSerializeFMUState": "true",
        "providesDirectionalDerivatives": derivatives,
    }
    _add(root, "ModelExchange", modelIdentifier=identity.identifier, **can)
    _add(
        root, "CoSimulation", modelIdentifier=identity.identifier, canHandleVariableCommunicationStepSize="true", **can
    )
    _heading(root, variables)
    rows = _add(root, "ModelVariables")
    for v in variables.every:
        _add(rows, "Float64", **_common(v), **_real(v, str(v.derivative_of)))
    structure = _add(root, "ModelStructure")
    for tag, known in _structure(variables).items():
        for v in known:
            _add(structure, tag, valueReference=str(v.reference), **_depends(variables, v, tag, 0))
    return _text(root)


def _fmi2(variables: Variables, identity: Identity, sources: Sequence[str]) -> bytes:
    root = _root(identity, {"fmiVersion": "2.0", "guid": identity.token})
    derivatives = _yes(variables.plant.directional is not None)
    can = {
        "canNotUseMemoryManagementFunctions": "true",
        "canGetAndSetFMUstate": "true",
        "canSerializeFMUstate": "true",
        "providesDirectionalDerivative": derivatives,
    }
    for tag, own in (("ModelExchange", {}), ("CoSimulation", {"canHandleVariableCommunicationStepSize": "true"})):
        kind = _add(root, tag, modelIdentifier=identity.identifier, **own, **can)
        files = _add(kind, "SourceFiles")
        for name in sources:
            _add(files, "File", name=name)
    _heading(root, variables)
    rows = _add(root, "ModelVariables")
    for v in variables.every:
        # rows count from 1, and value references from 0
        _add(_add(rows, "ScalarVariable", **_common(v)), "Real", **_real(v, str((v.derivative_of or 0) + 1)))
    structure = _add(root, "ModelStructure")
    groups = {"Output": "Outputs", "ContinuousStateDerivative": "Derivatives", "InitialUnknown": "InitialUnknowns"}
    for tag, known in _structure(variables).items():
        group = _add(structure, groups[tag])
        for v in known:
            _add(group, "Unknown", index=str(v.reference + 1), **_depends(variables, v, tag, 1))
    return _text(root)


_VERSIONS: Mapping[int, Callable[[Variables, Identity, Sequence[str]], bytes]] = {2: _fmi2, 3: _fmi3}


def build_description(identity: Identity, sources: Sequence[str]) -> bytes:
    """Which C files a unit of version 3.0 is compiled from."""
    root = element("fmiBuildDescription", {"fmiVersion": "3.0"})
    files = _add(_add(root, "BuildConfiguration", modelIdentifier=identity.identifier), "SourceFileSet", language="C99")
    for name in sources:
        _add(files, "SourceFile", name=name)
    return _text(root)


# --- parts ---------------------------------------------------------------------------------------------------------------


def _root(identity: Identity, first: Mapping[str, str]) -> Element:
    return element(
        "fmiModelDescription",
        {
            **first,
            "modelName": identity.name,
            "description": "equations of motion",
            "generationTool": f"Linkwright {identity.version}",
            "variableNamingConvention": "flat",
        },
    )


def _heading(root: Element, variables: Variables) -> None:
    """Units, kinds of messages, default experiment."""
    definitions = _add(root, "UnitDefinitions")
    for name, powers in used(v.signal.unit for v in variables.every).items():
        _add(_add(definitions, "Unit", name=name), "BaseUnit", **{base: str(n) for base, n in powers.items()})
    categories = _add(root, "LogCategories")
    for name in _CATEGORIES:
        _add(categories, "Category", name=name)
    _add(root, "DefaultExperiment", startTime="0", stopTime=_STOP, tolerance=_IMPORTERS_TOLERANCE, stepSize=_STEP)


def _common(v: Variable) -> dict[str, str]:
    """What a variable is, whatever its type."""
    found = {"name": v.signal.name, "valueReference": str(v.reference), "causality": v.causality}
    found["variability"] = v.variability
    if v.initial:
        found["initial"] = v.initial
    return found | ({"description": v.signal.doc} if v.signal.doc else {})


def _real(v: Variable, derivative: str) -> dict[str, str]:
    found = {"unit": v.signal.unit} if v.signal.unit else {}
    if v.start is not None:
        found["start"] = repr(float(v.start))
    return found | ({"derivative": derivative} if v.derivative_of is not None else {})


def _structure(variables: Variables) -> dict[str, list[Variable]]:
    """Tag of version 3.0 -> the variables that it lists."""
    outputs = [v for v in variables.every if v.causality == "output"]
    return {
        "Output": outputs,
        "ContinuousStateDerivative": list(variables.rates),
        "InitialUnknown": [v for v in variables.every if v.initial == "calculated"],
    }


def _depends(variables: Variables, v: Variable, tag: str, first: int) -> dict[str, str]:
    """first: from where rows are counted. At the start, parameters matter, too: then no list means all of them."""
    if tag == "InitialUnknown":
        return {}
    return {"dependencies": " ".join(str(k + first) for k in variables.dependencies[v.reference])}


def _add(parent: Element, tag: str, **attributes: str) -> Element:
    return add(parent, tag, attributes)


def _yes(value: bool) -> str:
    return "true" if value else "false"


def _text(root: Element) -> bytes:
    """With the mark above everything, where it is looked for before a file is overwritten."""
    return document(root, MARK).encode()
