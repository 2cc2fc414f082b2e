"""A Lagrangian from text, with its symmetries and the state that a simulation starts from.

pendulum = system(
    manifold={"q": "S2"}, constants={"m": 1.3, "l": 0.7, "g": 9.81},
    lagrangian="m*l**2*dot(dq, dq)/2 - m*g*l*dot(q, e3)", work="dot(delta(q), tau)",
    symmetries={"turn": {"q": "e3"}}, start={"q": [0.6, 0, -0.8]},
)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from linkwright.errors import LinkwrightError, ModelError, name_errors, raise_all
from linkwright.manifold.build import Description, Formula, build, declared_scope
from linkwright.manifold.lagrangian import Lagrangian, Value, names_of
from linkwright.manifold.manifolds import Declared
from linkwright.manifold.parse import parse
from linkwright.manifold.scope import Scope, placed
from linkwright.manifold.state import misplaced, slots_of
from linkwright.manifold.symbols import Shape
from linkwright.manifold.terms import Term, say
from linkwright.manifold.values import read_values
from linkwright.narrowing import is_mapping


@dataclass(frozen=True)
class Symmetry:
    """A motion that changes nothing: delta x, xi of a unit vector, eta of a rotation, by variable."""

    name: str
    motion: Mapping[str, Term]


def system(
    manifold: Mapping[str, str],
    lagrangian: Formula,
    constants: Mapping[str, Any] | None = None,
    work: Formula | None = None,
    *,
    symmetries: Mapping[str, Mapping[str, Formula]] | None = None,
    start: Mapping[str, Any] | None = None,
    name: str = "system",
    **more: Any,
) -> Lagrangian:
    """A mechanism from its Lagrangian.

    manifold:    variable -> R, R^n, S1, S2, SO(3), SE(3), or a family such as S2[n]
    constants:   name -> a type (scalar, vector, matrix, symmetric, ...), a value, or {"type": ..., "value": ...}
    work:        virtual work of forces: linear in delta(x), xi, eta; unknown names in it are inputs unless `inputs` lists them
    symmetries:  name -> variable -> delta x, xi or eta of a motion that leaves L unchanged
    start:       places and velocities that a simulation starts with (x, dx; q, omega_q; R, Omega_R); the rest is at rest
    more:        inputs, dissipation, constraints, sizes, as in `build.Description`
    """
    d = Description(name, manifold, lagrangian, constants or {}, work=work, **more)
    made = build(d)
    errors: list[LinkwrightError] = []
    errors += name_errors("symmetry", [(str(n), d.place(f"symmetries.{n}")) for n in symmetries or {}])
    found = _symmetries(d, symmetries or {}, errors)
    initial = _start(d, made, start or {}, errors)
    raise_all(errors)
    return replace(made, initial=initial, extra={**made.extra, "symmetries": found})


def _symmetries(
    d: Description, given: Mapping[str, Mapping[str, Formula]], errors: list[LinkwrightError]
) -> tuple[Symmetry, ...]:
    scope = declared_scope(d)
    found: list[Symmetry] = []
    for name, motion in given.items():
        if not is_mapping(motion):
            what = f"symmetry '{name}' does not say what moves"
            errors.append(ModelError(what, d.place(f"symmetries.{name}"), f"write {name}: {{variable: how it moves}}"))
            continue
        ways: dict[str, Term] = {}
        for variable, formula in motion.items():
            try:
                ways |= _way(d, scope, name, variable, formula)
            except LinkwrightError as error:
                errors.append(placed(error, d.place(f"symmetries.{name}")))
        found.append(Symmetry(name, ways))
    return tuple(found)


def _way(d: Description, scope: Scope, name: str, variable: str, formula: Formula) -> dict[str, Term]:
    """What moves: a variable, or all of a family alike."""
    entry = scope.entries.get(variable)
    members = [f"{variable}{k + 1}" for k in range(len(entry))] if isinstance(entry, tuple) else [variable]
    known = {v.name: v for v in scope.variables}
    if members[0] not in known:
        hint = f"the variables are {', '.join(known)}"
        raise ModelError(f"symmetry '{name}' moves '{variable}', which is no variable", hint=hint)
    term = parse(d.text(f"symmetries.{name}", formula), scope)
    wanted = known[members[0]].shape[:1]
    if term.shape != wanted:
        raise ModelError(f"symmetry '{name}' gives '{variable}' {say(term.shape)}, not {say(wanted)}")
    return dict.fromkeys(members, term)


def _start(
    d: Description, made: Lagrangian, given: Mapping[str, Any], errors: list[LinkwrightError]
) -> dict[str, tuple[Value, ...]]:
    known, kinds = _state_names(made), {s.name: s.kind for s in slots_of(made.variables)}
    entries = declared_scope(d).entries
    found: dict[str, tuple[Value, ...]] = {}
    for name, value in given.items():
        where = d.place(f"start.{name}")
        entry = entries.get(name)
        size = len(entry) if isinstance(entry, tuple) else None
        full, shape = known.get(f"{name}1" if size else name, ("", ()))
        if not full:
            hint = f"known: {', '.join(known)}"
            errors.append(ModelError(f"start has '{name}', which is no variable and no velocity", where, hint))
            continue
        try:
            values = read_values(name, Declared(shape=shape, size=size), value, where)
        except LinkwrightError as error:
            errors.append(error)
            continue
        found |= {known[n][0]: x for n, x in values.items()}
        errors += [ModelError(f"'{n}' {what}", where, hint) for n, x in values.items()
                   for what, hint in [misplaced(kinds.get(n, ""), [float(e) for e in x])] if what]  # fmt: skip
    return found


def _state_names(made: Lagrangian) -> dict[str, tuple[str, Shape]]:
    """Names that start may give -> the full name and the shape of the value."""
    found: dict[str, tuple[str, Shape]] = {}
    for s in slots_of(made.variables):
        names = names_of(s.variable)
        speed = names.rate or names.velocity
        found[s.name] = s.name, s.variable.shape
        found[speed] = speed, s.variable.shape[:1]
        if names.rate and sum(v.manifold.kind == s.kind for v in made.variables) == 1:
            found.setdefault(names.rate.partition("_")[0], found[speed])
    return found
