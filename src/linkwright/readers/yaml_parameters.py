"""Named numbers of the YAML format: what formulas below them may name."""

from __future__ import annotations

from linkwright.formula.functions import is_name
from linkwright.formula.scalar import constant
from linkwright.graph.expr import Expr
from linkwright.model.robot import Parameter
from linkwright.readers.keys import Key, Kind, Place, Section
from linkwright.readers.kinds import SYMBOL, TEXT, by_name, later, one_of
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_tree import Leaf, Map, Node, Seq, is_empty

PARAMETER = Section("parameter", "{value: 500 mm, doc: upper arm}", (
    Key("value", later(SYMBOL), "a number with a unit, or a formula of parameters above", shown="a symbol"),
    Key("doc", TEXT, "a text, which generated headers show", ""),
))  # fmt: skip


def read_parameters(node: Node | None, parts: Parts) -> list[Parameter]:
    """Declared parameters. One that is a formula of others is an abbreviation for it, and no parameter itself."""
    place = Place(node or Leaf(None), "'parameters'", "write parameters: {L1: 1, m1: 0.5}", parts)
    return PARAMETERS.read(place)


def _parameters(place: Place) -> list[Parameter]:
    node, found = place.node, list[Parameter]()
    if isinstance(node, Seq):  # a list of names: symbols without values
        node = Map({str(x.to_python()): Leaf(None, x.line) for x in node.items}, {}, node.line)
    if not isinstance(node, Map):
        if not is_empty(node):
            place.fail("is not a mapping")
        return found
    for name, entry in node.entries.items():
        if is_name(name):
            found += _parameter(name, place.at(entry, f"parameter '{name}'"))
        else:
            hint = "letters, digits and _, not starting with a digit; not pi, not a function"
            place.at(entry, f"'{name}'").fail("cannot name a parameter", hint)
    return found


def _parameter(name: str, place: Place) -> list[Parameter]:
    node, doc, parts = place.node, "", place.parts
    if isinstance(node, Map):
        said = PARAMETER.read(place)
        node, doc = said["value"], said["doc"]
    written = None if node is None else node.to_python()
    x = parts.values.scalar(written, place.what, place.node.line) if written is not None else None
    value = None if x is None else constant(x)
    if isinstance(x, Expr) and value is None:
        parts.names[name] = x
        return []
    parts.names[name] = parts.values.symbol(name)
    return [Parameter(name, value, doc)]


_EACH = by_name(one_of("number", SYMBOL, PARAMETER.kind))
_LIST = {"type": "array", "items": {"type": "string"}}
PARAMETERS = Kind(
    "by name", "{L1: 500 mm, m1: 2 kg, J: }", _parameters, {"anyOf": [_EACH.schema, _LIST]}, (Map, Seq), _EACH.sections
)
