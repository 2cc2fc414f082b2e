"""Lagrangians in JSON: declarations, terms as shared rows, values, symmetries, start."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, get_args

from linkwright.errors import LinkwrightError
from linkwright.manifold.degree import degrees, holds
from linkwright.manifold.from_text import Symmetry
from linkwright.manifold.lagrangian import Constraint, Lagrangian, Value, names_of, rate, variation
from linkwright.manifold.manifolds import Declared
from linkwright.manifold.scope import BASIS, Scope, declare_constant, declare_input, declare_variable
from linkwright.manifold.state import misplaced
from linkwright.manifold.symbols import Constant, Kind, Leaf, Manifold, ManifoldKind, Multiplier, Shape, Variable
from linkwright.manifold.terms import Term, say
from linkwright.manifold.values import read_values
from linkwright.manifold.variation import tangent
from linkwright.schema.item import Item
from linkwright.schema.numbers import number_to_json
from linkwright.schema.terms import MAX_DIMENSION, LeafKey, TermRows, leaf_key, read_terms, size_of

KEYS = ("name", "variables", "constants", "inputs", "terms", "lagrangian", "work", "dissipation")
MORE = ("source", "constraints", "initial", "notes", "symmetries")


def lagrangian_to_json(system: Lagrangian) -> dict[str, Any]:
    """The document of a Lagrangian, without its head."""
    symmetries: Iterable[Symmetry] = system.extra.get("symmetries", ())
    main = (system.lagrangian, system.work, system.dissipation)
    rows = TermRows([*main, *(c.term for c in system.constraints), *(t for s in symmetries for t in s.motion.values())])
    written: dict[str, Any] = {
        "name": system.name,
        "source": system.source,
        "variables": [_variable(v) for v in system.variables],
        "constants": [_constant(c, system) for c in system.constants],
        "inputs": [{"name": i.name, "shape": list(i.shape)} for i in system.inputs],
        "lagrangian": rows[system.lagrangian],
        "work": rows[system.work],
        "dissipation": rows[system.dissipation],
        "constraints": [
            {"name": c.name, "kind": c.kind, "multiplier": c.multiplier.name, "term": rows[c.term]}
            for c in system.constraints
        ],
        "initial": [{"name": name, "value": _entries(value)} for name, value in system.initial.items()],
        "notes": list(system.notes),
        "terms": rows.rows,
    }
    if "symmetries" in system.extra:
        written["symmetries"] = [
            {"name": s.name, "motion": [{"variable": name, "term": rows[t]} for name, t in s.motion.items()]}
            for s in symmetries
        ]
    return written


def _variable(variable: Variable) -> dict[str, Any]:
    return {
        "name": variable.name,
        "manifold": variable.manifold.kind,
        "dimension": variable.manifold.dimension,
    }


def _constant(constant: Constant, system: Lagrangian) -> dict[str, Any]:
    entry: dict[str, Any] = {"name": constant.name, "shape": list(constant.shape), "kind": constant.kind}
    value = system.values.get(constant.name)
    return entry if value is None else entry | {"value": _entries(value)}


def _entries(value: Iterable[Value]) -> list[Any]:
    return [number_to_json(x) for x in value]


# --- reading ------------------------------------------------------------------------------------------------------------


def lagrangian_from_json(document: Item) -> Lagrangian:
    """The Lagrangian of a checked document, with the checks that formulas of a file pass."""
    scope = Scope({})
    for item in document.at("variables").each():
        item.record(("name", "manifold"), ("dimension",))
        _declared(item, lambda x: declare_variable(scope, x.at("name").name(), Declared(_manifold(x)), x.pointer))
    constants = [x.record(("name", "shape", "kind"), ("value",)) for x in document.at("constants").each()]
    for item in constants:
        _declared(item, lambda x: declare_constant(scope, x.at("name").name(), _type(x), x.pointer))
    for item in document.at("inputs").each():
        item.record(("name", "shape"))
        _declared(item, lambda x: declare_input(scope, x.at("name").name(), Declared(shape=_shape(x)), x.pointer))
    if not scope.variables:
        raise document.at("variables").fail("no variable is declared")
    terms = read_terms(document.at("terms"), _leaves(scope))
    notes = tuple(x.text() for x in document.entries("notes"))
    system = Lagrangian(
        name=document.at("name").name(),
        variables=tuple(scope.variables),
        constants=tuple(scope.constants),
        inputs=tuple(scope.inputs),
        lagrangian=_read_term(document.at("lagrangian"), terms),
        work=_read_term(document.at("work"), terms),
        dissipation=_read_term(document.at("dissipation"), terms),
        constraints=tuple(_constraint(x, terms) for x in document.entries("constraints")),
        values={x.value["name"]: _value(x.at("value"), _type(x)) for x in constants if x.get("value")},
        initial=_initial(document, scope),
        source=document.text_of("source"),
        notes=notes,
        extra=_extra(document, scope, terms),
    )
    _check(document, system)
    return system


def _declared(item: Item, declare: Callable[[Item], object]) -> None:
    """Declare a name as a file would; whatever is wrong with it, the place is the document's."""
    try:
        declare(item)
    except LinkwrightError as error:
        raise item.fail(error.what, error.hint) from None


def _manifold(item: Item) -> Manifold:
    kind = item.at("manifold").choice(get_args(ManifoldKind))
    given = item.get("dimension")
    fixed = {"Rn": None, "SO3": 3}.get(kind, 1)
    dimension = fixed or 3 if given is None else given.integer(1, MAX_DIMENSION)
    if fixed is not None and dimension != fixed:
        raise item.fail(f"{kind} has the dimension {fixed} here", "only R^n has one of its own")
    return Manifold(kind, dimension)


def _shape(item: Item) -> Shape:
    return tuple(n.integer(1, MAX_DIMENSION) for n in item.at("shape").each(2))


def _type(item: Item) -> Declared:
    shape, kind = _shape(item), item.at("kind").choice(get_args(Kind))
    square = len(shape) == 2 and shape[0] == shape[1]
    fits = {
        "general": True,
        "unit": len(shape) == 1,
        "basis": shape == (3,),
        "rotation": shape == (3, 3),
    }.get(kind, square)
    if not fits:
        raise item.fail(f"{say(shape)} is not {kind}")
    return Declared(shape=shape, kind=kind)


def _leaves(scope: Scope) -> dict[LeafKey, Leaf]:
    """Every leaf that declarations allow: symbols, their time derivatives, rates and variations; and the axes of R^3."""
    leaves: list[Leaf] = [Constant(axis, (3,), "basis") for axis in BASIS]
    leaves += [*scope.constants, *scope.inputs]
    for v in scope.variables:
        kind = v.manifold.kind
        leaves += [Variable(v.name, v.manifold, order) for order in range(1 if kind == "SO3" else 3)]
        leaves += [rate(v, order) for order in (0, 1)] if kind == "SO3" else []
        leaves += [variation(v, order) for order in (0, 1)]
        leaves += [tangent(v).data] if kind == "S2" else []
    return {leaf_key(symbol): symbol for symbol in leaves}


def _read_term(item: Item, terms: list[Term]) -> Term:
    return terms[item.integer(0, len(terms) - 1)]


def _value(item: Item, declared: Declared) -> tuple[Value, ...]:
    """The numbers of a constant, which fit its type."""
    size = size_of(declared.shape)
    numbers = [x.number() for x in item.each(MAX_DIMENSION**2, size)]
    nested: Any = numbers
    if declared.shape == ():
        nested = numbers[0]
    elif len(declared.shape) == 2:
        width = declared.shape[1]
        nested = [numbers[k : k + width] for k in range(0, size, width)]
    _declared(item, lambda x: read_values("value", declared, nested, x.pointer))
    return tuple(numbers)


def _initial(document: Item, scope: Scope) -> dict[str, tuple[Value, ...]]:
    places: dict[str, Variable] = {v.name: v for v in scope.variables}
    speeds = {names_of(v).rate or names_of(v).velocity: v for v in scope.variables}
    initial: dict[str, tuple[Value, ...]] = {}
    for item in document.entries("initial"):
        name = item.record(("name", "value")).at("name").choice([*places, *speeds])
        variable = places.get(name) or speeds[name]
        shape = variable.shape if name in places else variable.shape[:1]
        value = tuple(x.number() for x in item.at("value").each(exactly=size_of(shape)))
        what, hint = misplaced(variable.manifold.kind, [float(x) for x in value]) if name in places else ("", "")
        if what:
            raise item.fail(f"'{name}' {what}", hint)
        initial[name] = value
    return initial


def _constraint(item: Item, terms: list[Term]) -> Constraint:
    item.record(("name", "kind", "multiplier", "term"))
    term = _read_term(item.at("term"), terms)
    kind = item.at("kind").choice(("holonomic", "nonholonomic"))
    most = degrees(term, "velocity")[1]
    if most > 1 or (most == 1) != (kind == "nonholonomic") or (most == 0 and not holds(term, "position")):
        raise item.fail(f"this is no {kind} constraint", "in positions only, or linear in the velocities")
    if len(term.shape) > 1 or holds(term, "variation") or holds(term, "acceleration"):
        raise item.fail("a constraint is a scalar or a vector in positions and velocities")
    return Constraint(item.at("name").text(), term, kind, Multiplier(item.at("multiplier").name(), term.shape))


def _extra(document: Item, scope: Scope, terms: list[Term]) -> dict[str, Any]:
    """The symmetries, where the document has some: motions in positions of known variables."""
    known = {v.name: v for v in scope.variables}
    symmetries: list[Symmetry] = []
    for item in document.entries("symmetries"):
        item.record(("name", "motion"))
        motion: dict[str, Term] = {}
        for way in item.at("motion").each():
            name = way.record(("variable", "term")).at("variable").choice(known)
            motion[name] = _read_term(way.at("term"), terms)
            if motion[name].shape != known[name].shape[:1]:
                raise way.fail(f"'{name}' does not move by {say(motion[name].shape)}")
        symmetries.append(Symmetry(item.at("name").text(), motion))
    return {"symmetries": tuple(symmetries)} if "symmetries" in document.value else {}


def _check(document: Item, system: Lagrangian) -> None:
    """What `linkwright.manifold.build` asks of formulas, asked of terms."""
    for key, term in (("lagrangian", system.lagrangian), ("work", system.work), ("dissipation", system.dissipation)):
        if term.shape or holds(term, "acceleration"):
            raise document.at(key).fail(f"'{key}' is a scalar without accelerations")
        if key != "work" and holds(term, "variation"):
            raise document.at(key).fail(f"'{key}' contains a variation", "variations belong into the work")
    if not system.work.is_zero and degrees(system.work, "variation") != (1, 1):
        raise document.at("work").fail("the work is not linear in the variations")
    if not system.dissipation.is_zero and not holds(system.dissipation, "velocity"):
        raise document.at("dissipation").fail("the dissipation function contains no velocity")
