"""Declarations and formulas -> a checked Lagrangian; all errors of a mechanism at once, each with its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from linkwright.errors import LinkwrightError, ModelError, name_errors, raise_all
from linkwright.formula.text import Text
from linkwright.manifold.degree import degrees, holds
from linkwright.manifold.lagrangian import Constraint, Lagrangian, Value
from linkwright.manifold.manifolds import Declared, read_manifold, read_type
from linkwright.manifold.parse import Reader, parse
from linkwright.manifold.scope import (
    BASIS,
    Scope,
    declare_constant,
    declare_input,
    declare_short_names,
    declare_variable,
)
from linkwright.manifold.symbols import Multiplier
from linkwright.manifold.terms import Term, add, neg, number, say
from linkwright.manifold.values import declared_of_value, fraction, read_values
from linkwright.manifold.walk import postorder
from linkwright.model.sizes import HINT, LARGE, SMALL_HINT, TINY
from linkwright.narrowing import is_mapping

Formula = Text | str


@dataclass(frozen=True)
class Description:
    """A mechanism as a file or a call writes it. `places`: "constants.m" -> "pendulum.yaml:3", for errors."""

    name: str
    manifold: Mapping[str, str]
    lagrangian: Formula
    constants: Mapping[str, Any] = field(default_factory=dict[str, Any])
    inputs: Mapping[str, str] | None = None
    work: Formula | None = None
    dissipation: Formula | None = None
    constraints: Mapping[str, Formula] | Sequence[Formula] = ()
    sizes: Mapping[str, int] = field(default_factory=dict[str, int])
    places: Mapping[str, str] = field(default_factory=dict[str, str])
    source: str = ""

    def place(self, key: str) -> str:
        return self.places.get(key, key)

    def text(self, key: str, formula: Formula) -> Text:
        return formula if isinstance(formula, Text) else Text(str(formula), self.place(key))


def lagrangian(name: str, manifold: Mapping[str, str], lagrangian: Formula, **more: Any) -> Lagrangian:
    """A mechanism from Python: `more` are the other fields of Description (constants, work, constraints, sizes, ...)."""
    return build(Description(name, manifold, lagrangian, **more))


def build(d: Description) -> Lagrangian:
    """The checked Lagrangian of a description."""
    errors: list[LinkwrightError] = []
    scope = Scope(dict(d.sizes))
    values = _declare(d, scope, errors)
    errors += name_errors("the mechanism", [(d.name, d.source)])
    named: Mapping[str, Formula] = d.constraints if isinstance(d.constraints, Mapping) else {}
    errors += name_errors("constraint", [(str(n), d.place(f"constraints.{n}")) for n in named])
    raise_all(errors)
    L = _collect(errors, lambda: _lagrangian(d, scope))
    work = _collect(errors, lambda: _work(d, scope))
    dissipation = _collect(errors, lambda: _dissipation(d, scope))
    constraints = _constraints(d, scope, errors)
    raise_all(errors)
    for c in scope.constants:
        if c.kind == "basis" and c.name not in values:
            values[c.name] = tuple(Fraction(x) for x in BASIS[c.name])
    made = Lagrangian(
        name=d.name,
        variables=tuple(scope.variables),
        constants=tuple(scope.constants),
        inputs=tuple(scope.inputs),
        lagrangian=L,
        work=work,
        dissipation=dissipation,
        constraints=constraints,
        values=values,
        source=d.source,
    )
    return replace(made, notes=_notes(d, made))


def declared_scope(d: Description) -> Scope:
    """The names that further formulas of a description may use."""
    scope = Scope(dict(d.sizes))
    _declare(d, scope, [])
    return scope


def _collect(errors: list[LinkwrightError], make: Any) -> Term:
    try:
        return make()
    except LinkwrightError as error:
        errors.append(error)
        return number(0)


def _declare(d: Description, scope: Scope, errors: list[LinkwrightError]) -> dict[str, tuple[Value, ...]]:
    values: dict[str, tuple[Value, ...]] = {}
    kinds: dict[str, str] = {}

    def attempt(key: str, name: str, given: Any, declare: Callable[[str, Any, str], None]) -> None:
        try:
            declare(name, given, d.place(key))
        except LinkwrightError as error:
            errors.append(error)

    def variable(name: str, text: str, where: str) -> None:
        declared = read_manifold(str(text), d.sizes, where)
        declare_variable(scope, name, declared, where)
        kinds[name if declared.manifold else f"R_{name}"] = declared.manifold.kind if declared.manifold else "SO3"

    def constant(name: str, given: Any, where: str) -> None:
        declared, value = _constant(name, given, d, where)
        declare_constant(scope, name, declared, where)
        values.update(read_values(name, declared, value, where))

    def input_(name: str, text: str, where: str) -> None:
        declare_input(scope, name, read_type(str(text), d.sizes, where), where)

    for name, text in d.manifold.items():
        attempt(f"manifold.{name}", name, text, variable)
    for name, given in d.constants.items():
        attempt(f"constants.{name}", name, given, constant)
    for name, text in (d.inputs or {}).items():
        attempt(f"inputs.{name}", name, text, input_)
    if not scope.variables and not errors:
        errors.append(ModelError("no variable is declared", d.place("manifold"), "manifold: {q: S2}"))
    declare_short_names(scope, kinds)
    return values


def _constant(name: str, given: Any, d: Description, where: str) -> tuple[Declared, Any]:
    """m: scalar | m: 2.5 | e: [0, 0, 1] | {type: symmetric, value: [...]}; e1, e2, e3 are the axes unless a value says else."""
    value: Any
    if is_mapping(given):
        unknown = set(given) - {"type", "value"}
        if unknown:
            raise ModelError(f"'{name}': unknown key '{min(unknown)}'", where, "a constant has a type and a value")
        value = given.get("value")
        declared = (
            read_type(str(given["type"]), d.sizes, where) if "type" in given else declared_of_value(name, value, where)
        )
    elif isinstance(given, str) and not _is_number(given):
        declared, value = read_type(given, d.sizes, where), None
    else:
        value = given
        declared = declared_of_value(name, value, where)
    if name in BASIS and declared.shape == (3,) and declared.size is None:
        standard = value is None or read_values(name, declared, value, where)[name] == BASIS[name]
        return (replace(declared, kind="basis"), BASIS[name]) if standard else (declared, value)
    return declared, value


def _is_number(text: str) -> bool:
    try:
        fraction(text)
    except (ValueError, ZeroDivisionError):
        return False
    return True


def _lagrangian(d: Description, scope: Scope) -> Term:
    text = d.text("lagrangian", d.lagrangian)
    term = _read(text, scope)
    _scalar(term, text, "the Lagrangian")
    _no_accelerations(term, text, "the Lagrangian")
    if holds(term, "variation"):
        raise text.error("the Lagrangian contains a variation", 0, "variations belong into `work`")
    return term


def _read(text: Text, scope: Scope) -> Term:
    term = parse(text, scope)
    _check_sizes(term, text)
    return term


def _check_sizes(term: Term, text: Text) -> None:
    """As of a robot: see model/sizes.py."""
    for t in postorder([term]):
        if t.op == "number" and t.data and not TINY <= abs(t.data) <= LARGE:
            hint = HINT if abs(t.data) > 1 else SMALL_HINT
            raise text.error(f"the formula has the number {float(t.data):g}", 0, hint)


def _scalar(term: Term, text: Text, what: str) -> None:
    if term.shape:
        raise text.error(f"{what} must be a scalar: this is {say(term.shape)}", 0)


def _no_accelerations(term: Term, text: Text, what: str) -> None:
    if holds(term, "acceleration"):
        raise text.error(f"{what} contains an acceleration", 0, "positions and velocities are possible")


def _work(d: Description, scope: Scope) -> Term:
    """Every summand of the work must be linear in a variation: a force that does no work would be lost in silence."""
    if d.work is None:
        return number(0)
    text = d.text("work", d.work)
    reader = Reader(text, scope, d.inputs is None)
    tree = reader.tree
    parts: list[Term] = []
    for part in tree.args if tree.kind == "sum" else (tree,):
        node = part.args[0] if part.kind in ("+", "-") else part
        term = reader.read(node)
        _check_sizes(term, text)
        _no_accelerations(term, text, "the work")
        if term.shape:
            raise reader.fail(node, f"work must be a scalar: this is {say(term.shape)}", "dot(delta(x), force)")
        if not term.is_zero and degrees(term, "variation") != (1, 1):
            variations = ", ".join(_variation_names(scope))
            what = "this does no work: every term must contain one variation, and only once"
            raise reader.fail(node, what, f"the variations are {variations}")
        parts.append(neg(term) if part.kind == "-" else term)
    return add(*parts)


def _variation_names(scope: Scope) -> list[str]:
    names: list[str] = []
    for v in scope.variables[:6]:
        derived = {"S2": f"xi_{v.name}", "SO3": f"eta_{v.name}"}.get(v.manifold.kind)
        names += [f"delta({v.name})"] if v.manifold.kind != "SO3" else []
        names += [derived] if derived else []
    return names


def _dissipation(d: Description, scope: Scope) -> Term:
    if d.dissipation is None:
        return number(0)
    text = d.text("dissipation", d.dissipation)
    term = _read(text, scope)
    _scalar(term, text, "a dissipation function")
    _no_accelerations(term, text, "the dissipation function")
    if not holds(term, "velocity"):
        what = "the dissipation function contains no velocity"
        raise text.error(what, 0, "for example c*dot(dq, dq)/2: half the power that is lost")
    return term


def _constraints(d: Description, scope: Scope, errors: list[LinkwrightError]) -> tuple[Constraint, ...]:
    given = d.constraints
    named = given if isinstance(given, Mapping) else {str(i): f for i, f in enumerate(given, 1)}
    made: list[Constraint] = []
    for name, formula in named.items():
        text = d.text(f"constraints.{name}", formula)
        try:
            term = _read(text, scope)
            made.append(_constraint(name, term, text, alone=len(named) == 1))
        except LinkwrightError as error:
            errors.append(error)
    return tuple(made)


def _constraint(name: str, term: Term, text: Text, alone: bool) -> Constraint:
    _no_accelerations(term, text, "a constraint")
    if len(term.shape) == 2:
        raise text.error(f"a constraint is a scalar or a vector: this is {say(term.shape)}", 0)
    if holds(term, "variation"):
        raise text.error("a constraint contains a variation", 0)
    _, most = degrees(term, "velocity")
    if most > 1:
        what = "a constraint must be linear in the velocities"
        raise text.error(what, 0, "Lagrange and d'Alembert say nothing of others")
    if not holds(term, "position") and most == 0:
        raise text.error("a constraint contains no variable", 0)
    multiplier = Multiplier("lambda" if alone else f"lambda_{name}", term.shape)
    return Constraint(name, term, "nonholonomic" if most else "holonomic", multiplier)


def _notes(d: Description, made: Lagrangian) -> tuple[str, ...]:
    """What was concluded rather than said."""
    notes = list[str]()
    if d.inputs is None and made.inputs:
        for symbol in made.inputs:
            notes.append(f"'{symbol.name}' in the work is an input: {say(symbol.shape)}")
    for c in made.constants:
        used = any(holds(term, "symbol", c) for term in _terms(made))
        if not used:
            notes.append(f"the constant '{c.name}' is not used")
    for v in made.variables:
        if not holds(made.lagrangian, "velocity", v.name):
            notes.append(f"no velocity of '{v.name}' is in the Lagrangian: it has no inertia")
    return tuple(notes)


def _terms(made: Lagrangian) -> list[Term]:
    return [made.lagrangian, made.work, made.dissipation, *(c.term for c in made.constraints)]
