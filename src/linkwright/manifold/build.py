"""Declarations and formulas -> a checked Lagrangian; all errors of a mechanism at once, each with its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from linkwright.errors import LinkwrightError, ModelError, name_errors, raise_all
from linkwright.formula.text import Text
from linkwright.manifold.constant_types import abbreviation, typed_constant
from linkwright.manifold.degree import degrees, holds
from linkwright.manifold.lagrangian import Constraint, Lagrangian, Value
from linkwright.manifold.manifolds import read_manifold, read_type
from linkwright.manifold.parse import Reader, check_sizes, parse_sized
from linkwright.manifold.scope import (
    BASIS,
    Scope,
    check_name,
    declare_constant,
    declare_input,
    declare_short_names,
    declare_variable,
)
from linkwright.manifold.symbols import Multiplier
from linkwright.manifold.terms import Term, add, neg, number, say
from linkwright.manifold.values import read_values

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
        term = abbreviation(name, given, scope, where)
        if term is not None:
            check_name(name, where)
            scope.declare(name, term, "a constant", where)
            return
        declared, value = typed_constant(name, given, d.sizes, where)
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


def _lagrangian(d: Description, scope: Scope) -> Term:
    text = d.text("lagrangian", d.lagrangian)
    term = parse_sized(text, scope)
    _scalar(term, text, "the Lagrangian")
    _no_accelerations(term, text, "the Lagrangian")
    if holds(term, "variation"):
        raise text.error("the Lagrangian contains a variation", 0, "variations belong into `work`")
    return term


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
        check_sizes(term, text)
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
    term = parse_sized(text, scope)
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
            term = parse_sized(text, scope)
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
