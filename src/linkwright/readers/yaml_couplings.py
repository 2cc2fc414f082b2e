"""Joints that follow others, in the YAML format: formulas under `couplings:`, gears and racks under `gears:`."""

from __future__ import annotations

from collections.abc import Mapping

from linkwright.errors import ExpressionError, suggestion
from linkwright.formula.functions import is_identifier, is_name
from linkwright.formula.scalar import constant
from linkwright.formula.text import Text
from linkwright.formula.tokens import tokenise
from linkwright.graph.expr import Scalar, lift
from linkwright.model.closures import COORDINATE, Coupling
from linkwright.readers.draft import Draft
from linkwright.readers.keys import Place, Record
from linkwright.readers.snap import constant_value
from linkwright.readers.table_parts import COUPLING
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_tree import Leaf, Map, Node


def read_couplings(node: Node | None, found: Draft, parts: Parts) -> None:
    """Put the couplings of a file into the mechanism; errors go to the report."""
    if node is None:
        return
    if not isinstance(node, Map):
        parts.report.error(
            "'couplings' is not a mapping", node.line, "write couplings: {joint: formula of other joints}"
        )
        return
    names = _coordinates(found, parts)
    for joint, entry in node.entries.items():
        what = f"coupling of joint '{joint}'"
        if not has_one_coordinate(joint, what, entry.line, found, parts):
            continue
        own: dict[str, Scalar] = {}
        if isinstance(entry, Map):
            entry, own = _with_names(entry, what, found, parts)
        value = _formula(entry, {**names, **own}, own, what, found, parts)
        if value is not None:
            found.couplings.append(Coupling(joint, joint, value, parts.report.where(entry.line)))


def _coordinates(found: Draft, parts: Parts) -> dict[str, Scalar]:
    """Names in formulas: joints with one coordinate stand for it; all else is as elsewhere in the file."""
    single = [j.name for j in found.joints if j.joint_type.single and is_identifier(j.name)]
    return {**parts.names, **{name: parts.values.symbol(COORDINATE.format(name)) for name in single}}


def _with_names(node: Map, what: str, found: Draft, parts: Parts) -> tuple[Node, dict[str, Scalar]]:
    """{formula: 2*x, joints: {x: left knee}}: names of the formula's own, for joints that no formula can name."""
    x = COUPLING.read(Place(node, what, "", parts))
    own: dict[str, Scalar] = {}
    for name, joint in x["joints"].items():
        if not is_name(name):
            line = x.line_of("joints")
            parts.report.error(f"{what}: '{name}' cannot be a name in a formula", line, "letters, digits and _")
        elif joint is not None and has_one_coordinate(joint, what, x.line_of("joints"), found, parts):
            own[name] = parts.values.symbol(COORDINATE.format(joint))
    return x["formula"] or Leaf(0, node.line), own


def _formula(
    node: Node, names: Mapping[str, Scalar], own: Mapping[str, Scalar], what: str, found: Draft, parts: Parts
) -> Scalar | None:
    """own: names that this formula alone has, and that mean nothing else in it."""
    clash = ({j.name for j in found.joints} & set(parts.names)) - set(own)
    ambiguous = sorted(clash & set(_words(node)))
    if ambiguous:
        hint = "rename one of the two"
        parts.report.error(f"{what}: '{ambiguous[0]}' is a joint and a parameter", node.line, hint)
        return None
    known, before = parts.values, len(parts.report.errors)
    with_parameters, known.names = known.names, names
    try:
        value = known.scalar(node.to_python(), what, node.line)
    finally:
        known.names = with_parameters
    return value if len(parts.report.errors) == before else None


def _words(node: Node) -> list[str]:
    """The names that a formula uses."""
    written = node.to_python()
    if not isinstance(written, str):
        return []
    try:
        return [token.text for token in tokenise(Text(written)) if token.kind == "name"]
    except ExpressionError:
        return []


def has_one_coordinate(name: str, what: str, line: int | None, found: Draft, parts: Parts) -> bool:
    """Whether a joint exists and has one coordinate; says so where not."""
    joint = next((j for j in found.joints if j.name == name), None)
    if joint is None:
        hint = suggestion(name, [j.name for j in found.joints], "name a joint of this robot")
        parts.report.error(f"{what}: there is no joint '{name}'", line, hint)
        return False
    if not joint.joint_type.single:
        hint = "name a joint with one degree of freedom"
        parts.report.error(f"{what}: joint '{name}' is {joint.type}, without a single coordinate", line, hint)
        return False
    return True


def read_gear(name: str, x: Record, found: Draft, parts: Parts) -> None:
    """Gears, q_b = q_a/ratio + offset; rack and pinion or a rolling wheel, q_b = radius q_a + offset."""
    report, joints = parts.report, [leaf.value for leaf in x["joints"] or ()]
    size = [key for key in ("ratio", "radius") if key in x]
    if x.whole and len(joints) != 2:
        report.error(f"{x.what} does not join two joints", x.line, "write joints: [first, second]")
    elif x.whole and sum(has_one_coordinate(n, x.what, x.line, found, parts) for n in joints) == 2:
        if not size:
            hint = "ratio: turns of the first per turn of the second; radius: way of the second per angle of the first"
            report.error(f"{x.what} has neither ratio nor radius", x.line, hint)
        elif _fits(size[0], joints, x, found, parts) and x[size[0]] is not None:
            _gear(name, size[0], joints, x, found, parts)


def _gear(name: str, key: str, joints: list[str], x: Record, found: Draft, parts: Parts) -> None:
    if constant(x[key]) == 0:
        parts.report.error(f"{key} of {x.what} is 0", x.line_of(key), "write a number that is not 0")
        return
    first = parts.values.symbol(COORDINATE.format(joints[0]))
    size = lift(first.graph, x[key])
    scaled = first / size if key == "ratio" else first * size
    entry = x["offset"]
    offset = 0 if entry is None else parts.values.scalar(entry.to_python(), f"offset of {x.what}", entry.line)
    offset = lift(first.graph, offset)
    found.couplings.append(Coupling(name, joints[1], constant_value(scaled + offset), parts.report.where(x.line)))


def _fits(key: str, names: list[str], x: Record, found: Draft, parts: Parts) -> bool:
    """Whether a ratio joins joints of one sort, a radius a turning joint to a sliding one."""
    turns = [next(j.joint_type for j in found.joints if j.name == n).spins for n in names]
    if key == "ratio" and turns[0] != turns[1]:
        hint = "write radius: r (rack and pinion), with the joint that turns first"
        parts.report.error(f"{x.what} has a ratio between a joint that turns and one that slides", x.line, hint)
    elif key == "radius" and turns != [True, False]:
        hint = "write joints: [wheel, slide]; two joints that turn have a ratio"
        parts.report.error(f"{x.what} has a radius, but does not join a turning joint to a sliding one", x.line, hint)
    else:
        return True
    return False
