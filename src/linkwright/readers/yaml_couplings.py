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
from linkwright.readers.snap import plain
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_tree import Leaf, Map, Node, Seq

COUPLING = ("formula", "joints")
GEAR = ("joints", "ratio", "radius", "offset")


def read_couplings(node: Node | None, found: Draft, parts: Parts) -> None:
    """Put the couplings of a file into the mechanism; errors go to the report."""
    if node is None or (isinstance(node, Leaf) and node.value is None):
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
    parts.keys(node, COUPLING, what)
    named = node.entries.get("joints")
    given = named.entries if isinstance(named, Map) else {}
    own: dict[str, Scalar] = {}
    for name, entry in given.items():
        joint = parts.word(Map({name: entry}), name, f"joints of {what}")
        if not is_name(name):
            parts.report.error(f"{what}: '{name}' cannot be a name in a formula", entry.line, "letters, digits and _")
        elif joint is not None and has_one_coordinate(joint, what, entry.line, found, parts):
            own[name] = parts.values.symbol(COORDINATE.format(joint))
    formula = node.entries.get("formula")
    if formula is None or (named is not None and not isinstance(named, Map)):
        parts.report.error(f"{what} has no formula", node.line, "write {formula: 2*x, joints: {x: name of a joint}}")
    return formula or Leaf(0, node.line), own


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
        value = known.scalar(node.plain(), what, node.line)
    finally:
        known.names = with_parameters
    return value if len(parts.report.errors) == before else None


def _words(node: Node) -> list[str]:
    """The names that a formula uses."""
    written = node.plain()
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


def read_gear(name: str, node: Map, found: Draft, parts: Parts) -> None:
    """Gears, q_b = q_a/ratio + offset; rack and pinion or a rolling wheel, q_b = radius q_a + offset."""
    what = f"gear '{name}'"
    parts.keys(node, GEAR, what)
    pair = node.entries.get("joints")
    items = pair.items if isinstance(pair, Seq) else []
    names = [x.value for x in items if isinstance(x, Leaf) and isinstance(x.value, str)]
    if len(names) != 2 or len(items) != 2:
        parts.report.error(f"{what} does not join two joints", node.line, "write joints: [first, second]")
        return
    unknown = [n for n in names if not has_one_coordinate(n, what, node.line, found, parts)]
    if unknown:
        return
    size = [key for key in ("ratio", "radius") if key in node.entries]
    if len(size) != 1:
        said = "both a ratio and a radius" if size else "neither ratio nor radius"
        hint = "ratio: turns of the first per turn of the second; radius: way of the second per angle of the first"
        parts.report.error(f"{what} has {said}", node.line, hint)
        return
    if not _fits(size[0], names, what, node, found, parts):
        return
    x = parts.scalar(node, size[0], what, 1)
    if constant(x) == 0:
        parts.report.error(f"{size[0]} of {what} is 0", node.entries[size[0]].line, "write a number that is not 0")
        return
    first = parts.values.symbol(COORDINATE.format(names[0]))
    scaled = first / lift(first.graph, x) if size[0] == "ratio" else first * lift(first.graph, x)
    offset = lift(first.graph, parts.scalar(node, "offset", what))
    found.couplings.append(Coupling(name, names[1], plain(scaled + offset), parts.report.where(node.line)))


def _fits(key: str, names: list[str], what: str, node: Map, found: Draft, parts: Parts) -> bool:
    """Whether a ratio joins joints of one sort, a radius a turning joint to a sliding one."""
    turns = [next(j.joint_type for j in found.joints if j.name == n).spins for n in names]
    if key == "ratio" and turns[0] != turns[1]:
        hint = "write radius: r (rack and pinion), with the joint that turns first"
        parts.report.error(f"{what} has a ratio between a joint that turns and one that slides", node.line, hint)
    elif key == "radius" and turns != [True, False]:
        hint = "write joints: [wheel, slide]; two joints that turn have a ratio"
        parts.report.error(f"{what} has a radius, but does not join a turning joint to a sliding one", node.line, hint)
    else:
        return True
    return False
