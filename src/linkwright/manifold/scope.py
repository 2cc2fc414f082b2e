"""The names that a formula may use: what is declared, and what follows from it. Nothing is guessed.

q in S2      dq, ddq, omega_q = q x dq, domega_q, xi_q             (short: omega, domega, xi where one S2 is declared)
R in SO(3)   dR, ddR, Omega_R, dOmega_R, eta_R                     (short: Omega, dOmega, eta where one SO(3) is declared)
x elsewhere  dx, ddx;  delta(...) of any position gives the variations that no name stands for
g in SE(3)   R_g in SO(3), x_g in R^3, V_g = R_g' dx_g, zeta_g = R_g' delta(x_g)
A family declares the same names with an index: q[i], dq[i], omega_q[i].
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from linkwright.errors import LinkwrightError, ModelError
from linkwright.formula.functions import FUNCTIONS, NOT_FINITE, TENSORS, is_identifier
from linkwright.manifold.lagrangian import acceleration, names_of, position, rate, variation, velocity
from linkwright.manifold.manifolds import Declared
from linkwright.manifold.symbols import Constant, Input, Manifold, Variable
from linkwright.manifold.tensors import cross, hat, matmul, transpose
from linkwright.manifold.terms import Term, leaf

RESERVED = frozenset({*FUNCTIONS, *TENSORS, "pi", *NOT_FINITE})
"""Words of the language: no name is one of them."""
_SHORT = {"S2": ("omega", "domega", "xi"), "SO3": ("Omega", "dOmega", "eta")}
Entry = Term | tuple[Term, ...]  # one, or a family


@dataclass
class Scope:
    """Declared and derived names; `origin` says of a derived name what it comes from."""

    sizes: Mapping[str, int]
    entries: dict[str, Entry] = field(default_factory=dict[str, Entry])
    origin: dict[str, str] = field(default_factory=dict[str, str])
    variables: list[Variable] = field(default_factory=list[Variable])
    constants: list[Constant] = field(default_factory=list[Constant])
    inputs: list[Input] = field(default_factory=list[Input])

    def declare(self, name: str, entry: Entry, origin: str, where: str) -> None:
        if name in RESERVED or name in self.sizes:
            hint = "leave it out: formulas know pi" if name == "pi" else "choose another one"
            raise ModelError(f"the name '{name}' is taken by the language or a size", where, hint)
        if name in self.entries:
            raise ModelError(f"'{name}' is {origin} and {self.origin[name]}", where, "rename one of them")
        self.entries[name] = entry
        self.origin[name] = origin
        if isinstance(entry, tuple):
            for i, term in enumerate(entry, 1):
                self.declare(f"{name}{i}", term, f"an element of '{name}'", where)


def check_name(name: str, where: str) -> None:
    """Complain about what cannot be a name."""
    if not is_identifier(name) or len(name) > 60:
        raise ModelError(f"'{name[:60]}' is no name", where, "letters, digits and _ make a name, a letter begins it")


def declare_constant(scope: Scope, name: str, declared: Declared, where: str) -> None:
    """Make a constant, or a numbered row of them, known under its name."""
    check_name(name, where)
    made = [Constant(n, declared.shape, declared.kind) for n in _elements(name, declared.size)]
    scope.constants += made
    scope.declare(name, _entry(declared, [leaf(c) for c in made]), "a constant", where)


def declare_input(scope: Scope, name: str, declared: Declared, where: str) -> None:
    """Make an input, or a numbered row of them, known under its name."""
    check_name(name, where)
    made = [Input(n, declared.shape) for n in _elements(name, declared.size)]
    scope.inputs += made
    scope.declare(name, _entry(declared, [leaf(c) for c in made]), "an input", where)


def declare_variable(scope: Scope, name: str, declared: Declared, where: str) -> None:
    """A variable or a family, with its derived names."""
    check_name(name, where)
    if declared.manifold is None:
        _declare_pose(scope, name, declared, where)
        return
    made = [Variable(n, declared.manifold) for n in _elements(name, declared.size)]
    scope.variables += made
    scope.declare(name, _entry(declared, [leaf(v) for v in made]), f"a variable of {declared.manifold}", where)
    for derived in _derived(made[0]):
        terms = [_derived(v)[_same(derived, made[0], v)] for v in made]
        label = derived if declared.size is None else _same(derived, made[0], Variable(name, declared.manifold))
        scope.declare(label, _entry(declared, terms), f"derived from '{name}'", where)


def _declare_pose(scope: Scope, name: str, declared: Declared, where: str) -> None:
    """SE(3): a rotation, a position, and the words for velocity and variation in body axes."""
    declare_variable(scope, f"R_{name}", Declared(manifold=Manifold("SO3", 3), size=declared.size), where)
    declare_variable(scope, f"x_{name}", Declared(manifold=Manifold("Rn", 3), size=declared.size), where)
    pairs = list(zip(_elements(f"R_{name}", declared.size), _elements(f"x_{name}", declared.size), strict=True))
    of = {v.name: v for v in scope.variables}
    V = [matmul(transpose(position(of[R])), velocity(of[x])) for R, x in pairs]
    zeta = [matmul(transpose(position(of[R])), leaf(variation(of[x]))) for R, x in pairs]
    scope.declare(f"V_{name}", _entry(declared, V), f"derived from '{name}'", where)
    scope.declare(f"zeta_{name}", _entry(declared, zeta), f"derived from '{name}'", where)


def _derived(v: Variable) -> dict[str, Term]:
    """Derived name -> what it stands for."""
    names, x, dx, ddx = names_of(v), position(v), velocity(v), acceleration(v)
    if v.manifold.kind == "SO3":
        Omega, alpha = leaf(rate(v)), leaf(rate(v, 1))
        spin = matmul(hat(Omega), hat(Omega))
        return {
            names.velocity: matmul(x, hat(Omega)),
            names.acceleration: matmul(x, hat(alpha)) + matmul(x, spin),
            names.rate: Omega,
            f"d{names.rate}": alpha,
            names.variation: leaf(variation(v)),
        }
    found = {names.velocity: dx, names.acceleration: ddx}
    if v.manifold.kind == "S2":
        found |= {names.rate: cross(x, dx), f"d{names.rate}": cross(x, ddx), names.variation: leaf(variation(v))}
    return found


def _same(derived: str, first: Variable, other: Variable) -> str:
    """The derived name of `first`, said of `other`: dq1 -> dq2."""
    return derived.removesuffix(first.name) + other.name


def declare_short_names(scope: Scope, declared: Mapping[str, str]) -> None:
    """`declared`: variable -> kind of its manifold; omega, xi, Omega, eta stand for the only one of a kind."""
    for kind, words in _SHORT.items():
        having = [name for name, k in declared.items() if k == kind]
        if len(having) != 1:
            continue
        for word in words:
            if word not in scope.entries and word not in scope.sizes:
                scope.entries[word] = scope.entries[f"{word}_{having[0]}"]
                scope.origin[word] = f"short for {word}_{having[0]}"


BASIS = {"e1": (1, 0, 0), "e2": (0, 1, 0), "e3": (0, 0, 1)}
"""The fixed axes of R^3: constants that need no declaration."""


def declare_basis(scope: Scope, used: Iterable[str]) -> None:
    """Make the unit vectors known that are used and not declared."""
    for name in used:
        if name in BASIS and name not in scope.entries:
            declare_constant(scope, name, Declared(shape=(3,), kind="basis"), "")


def placed(error: LinkwrightError, where: str) -> LinkwrightError:
    """The error with a place, if it has none."""
    return error if error.where else type(error)(error.what, where, error.hint)


def _elements(name: str, size: int | None) -> list[str]:
    return [name] if size is None else [f"{name}{i}" for i in range(1, size + 1)]


def _entry(declared: Declared, terms: list[Term]) -> Entry:
    return terms[0] if declared.size is None else tuple(terms)
