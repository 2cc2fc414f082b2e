"""Exact comparison: expressions evaluated at a random point of a prime field (Schwartz 1980, Zippel 1979).

Two expressions that are equal as functions are equal at every point; two that differ agree at a random point with
probability degree / 2^94 or less. What a field lacks is replaced so that identities that matter survive:

sin, cos      a random point of the circle per angle; addition theorems and fractions of pi are exact (angles.py)
sqrt, hypot   a root in the field (points without one are drawn again); its sign is a coin, hence many trials
asin, acos, atan2   random values; exact under a sine or cosine
exp           a random homomorphism;  sign, log, pow: random functions of their arguments;  abs(x) = x sign(x)
only_if       a random function; x where the condition is a short positive fraction
select        no + h(condition) (yes - no) with a random function h; short fractions have the sign they have
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from fractions import Fraction

from linkwright.errors import ExpressionError, InputError
from linkwright.graph.angles import INVERSE, PI, Form, form_of
from linkwright.graph.expr import Expr
from linkwright.graph.function import Function
from linkwright.graph.graph import Graph
from linkwright.graph.modular import Field, field
from linkwright.graph.ops import OPS
from linkwright.graph.rewrite import reachable

Constraints = Iterable[Sequence[str]]
"""Groups of symbols whose squares sum to one: a quaternion, the cosine and sine of a planar joint."""
Part = tuple[Graph, Sequence[int]]
"""A graph and some of its nodes."""

_FRACTIONS = 2**96 * 3**6 * 5**12 * 7**3 * 11 * 13
"""Denominators that multiples of an angle may have: the point of an angle is this power of a random element."""

_ROOTS = ("sqrt", "hypot", "pow", *INVERSE)
_ROOT_TRIALS = 50
_ATTEMPTS = 1 << 14


class _Unlucky(Exception):
    """The point has no value here: a root that is not in the field, a zero denominator."""


class Point:
    """A random point, the same for all graphs: everything is a function of the seed, the attempt and the symbol's name.
    prime: the number of its field; by default that changes from point to point."""

    def __init__(self, seed: int, attempt: int, constraints: Constraints, prime: int | None = None) -> None:
        self.field: Field = field(seed + attempt if prime is None else prime)
        self._key = f"{seed} {attempt} "
        self._fixed: dict[str, int] = {}
        for group in constraints:
            self._fixed.update(self._on_sphere(tuple(group)))

    def oracle(self, *key: object) -> int:
        """A random element, the same for the same key."""
        text = self._key + " ".join(map(str, key))
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=32).digest(), "big") % self.field.p

    def symbol(self, name: str) -> int:
        return self._fixed[name] if name in self._fixed else self.oracle("symbol", name)

    def _on_sphere(self, names: tuple[str, ...]) -> dict[str, int]:
        """Stereographic projection: t -> (2t, |t|^2 - 1) / (|t|^2 + 1)."""
        p = self.field.p
        t = [self.oracle("sphere", names, k) for k in range(len(names) - 1)]
        square = sum(x * x for x in t) % p
        scale = self.field.inverse(square + 1)
        return dict(zip(names, (*(2 * x * scale % p for x in t), (square - 1) * scale % p), strict=True))

    def power(self, kind: str, form: Form) -> int:
        """exp(form), or e^(i form) for kind "circle": the product over its monomials."""
        p, result = self.field.p, 1
        for monomial, c in form.items():
            factor = self._special(monomial, c) if kind == "circle" else None
            if factor is None:
                exponent = c * _FRACTIONS
                if exponent.denominator != 1:  # an odd fraction is an angle of its own
                    monomial, exponent = (*monomial, str(abs(c))), 1 if c > 0 else -1
                factor = pow(self.oracle(kind, *monomial), int(exponent) % (p - 1), p)
            result = result * factor % p
        return result

    def _special(self, monomial: tuple[str, ...], c: Fraction) -> int | None:
        """e^(i c m) where it is algebraic: fractions of pi, multiples of asin, acos, atan2."""
        if monomial == PI:
            return self.field.turn(c)
        if len(monomial) != 1 or c.denominator != 1 or monomial[0].split(" ")[0] not in INVERSE:
            return None
        op, *args = monomial[0].split(" ")
        p, x = self.field.p, [int(a) for a in args]
        if op == "atan2":
            cosine, sine, radius = x[1], x[0], self.sqrt(x[0] * x[0] + x[1] * x[1])
        else:
            other = self.sqrt(1 - x[0] * x[0])
            cosine, sine, radius = (other, x[0], 1) if op == "asin" else (x[0], other, 1)
        return pow((cosine + self.field.i * sine) * self.field.inverse(radius) % p, int(c), p)

    def sqrt(self, x: int) -> int:
        root = self.field.sqrt(x)
        if root is None:
            raise _Unlucky
        return root


class _Evaluation:
    """Values of one graph at one point, node by node."""

    def __init__(self, graph: Graph, point: Point) -> None:
        self.graph, self.point, self.field = graph, point, point.field
        self.values: dict[int, int] = {}
        self.forms: dict[int, Form] = {}
        self._circle: dict[int, tuple[int, int]] = {}

    def run(self, nodes: Sequence[int], angles: set[int]) -> None:
        """Evaluate nodes in order; those in `angles` get polynomials too."""
        graph, values, p = self.graph, self.values, self.field.p
        op, args = graph.op, graph.args
        for i in nodes:
            kind, a = op[i], args[i]
            if kind == "mul":
                values[i] = values[a[0]] * values[a[1]] % p
            elif kind == "add":
                values[i] = (values[a[0]] + values[a[1]]) % p
            elif kind == "sub":
                values[i] = (values[a[0]] - values[a[1]]) % p
            elif kind == "neg":
                values[i] = -values[a[0]] % p
            else:
                values[i] = self._leaf(i) if not a else self._call(kind, i, a) % p
            if i in angles:
                self.forms[i] = form_of(graph, i, self.forms, values, self.field)

    def _leaf(self, i: int) -> int:
        kind, data = self.graph.op[i], self.graph.data[i]
        if kind == "const":
            return self.field.number(data)
        return self.point.symbol(data) if kind == "sym" else self.point.oracle("pi")

    def _call(self, op: str, i: int, args: tuple[int, ...]) -> int:
        x = [self.values[j] for j in args]
        if op == "div":
            return x[0] * self.field.inverse(x[1])
        if op in ("sin", "cos", "tan"):
            return self._trigonometric(op, args[0])
        if op == "exp":
            folded = self._constant(op, args[0])
            return self.point.power("exp", self.forms[args[0]]) if folded is None else folded
        if op == "sqrt":
            return self._sqrt(args[0])
        if op == "hypot":
            return self.point.sqrt(x[0] * x[0] + x[1] * x[1])
        if op == "pow":
            return self._pow(args)
        return self._random(op, x)

    def _constant(self, op: str, a: int) -> int | None:
        """A function of a number that only shows after cancellation, sin(x - (x - 1)): a float, as the graph folds it."""
        form = self.forms[a]
        return self.field.number(OPS[op].value(float(form[()]))) if len(form) == 1 and () in form else None

    def _trigonometric(self, op: str, a: int) -> int:
        if (folded := self._constant(op, a)) is not None:
            return folded
        if a not in self._circle:
            z = self.point.power("circle", self.forms[a])
            self._circle[a] = z, self.field.inverse(z)
        z, back = self._circle[a]
        cosine, sine = z + back, (z - back) * -self.field.i  # both twice
        if op == "tan":
            return sine * self.field.inverse(cosine)
        return (cosine if op == "cos" else sine) * self.field.inverse(2)

    def _sqrt(self, a: int) -> int:
        exact = self.graph.value(a)
        if isinstance(exact, int | Fraction) and exact > 0:
            root = self.field.sqrt_rational(Fraction(exact))
            if root is None:
                raise _Unlucky
            return root
        return self.point.sqrt(self.values[a])

    def _pow(self, args: tuple[int, ...]) -> int:
        base, exponent = self.values[args[0]], self.graph.value(args[1])
        if exponent is not None and (twice := 2 * Fraction(exponent)).denominator == 1:
            power = pow(self._sqrt(args[0]), abs(int(twice)), self.field.p)
            return power if twice > 0 else self.field.inverse(power)
        return self.point.oracle("pow", base, self.values[args[1]])

    def _random(self, op: str, x: list[int]) -> int:
        half = self.field.inverse(2)
        if op == "sign":
            return self._sign(x[0])
        if op == "abs":
            return x[0] * self._sign(x[0])
        if op in ("min", "max"):
            gap = (x[0] - x[1]) % self.field.p
            return (x[0] + x[1] + (1 if op == "max" else -1) * gap * self._sign(gap)) * half
        if op == "select":
            known = self.field.small_fraction(x[0])
            share = self.point.oracle("select", x[0]) if known is None else int(known > 0)
            return x[2] + share * (x[1] - x[2])
        if op == "only_if" and (known := self.field.small_fraction(x[0])) is not None and known > 0:
            return x[1]
        return self.point.oracle(op, *x)

    def _sign(self, x: int) -> int:
        """A random odd function; the sign of what turns out to be a short fraction."""
        known = self.field.small_fraction(x)
        if known is not None:
            return (known > 0) - (known < 0)
        positive = min(x, self.field.p - x)
        return self.point.oracle("sign", positive) * (1 if x == positive else -1)


def _order(graph: Graph, roots: Sequence[int]) -> tuple[list[int], set[int]]:
    """Evaluation order, with what square roots need first (a point that lacks one is then given up early); angles."""
    nodes = reachable(graph, roots)
    op, args = graph.op, graph.args
    first = reachable(graph, [i for i in nodes if op[i] in _ROOTS])
    early = set(first)
    angles = reachable(graph, [args[i][0] for i in nodes if op[i] in ("sin", "cos", "tan", "exp")])
    return first + [i for i in nodes if i not in early], set(angles)


def field_values(
    parts: Sequence[Part], seed: int, constraints: Constraints, attempts: int = _ATTEMPTS, prime: int | None = None
) -> list[list[int]]:
    """Values of the roots of several graphs at one point."""
    orders = [_order(graph, roots) for graph, roots in parts]
    groups = [tuple(group) for group in constraints]
    has_roots = any(graph.op[i] in _ROOTS for (graph, _), (nodes, _) in zip(parts, orders, strict=True) for i in nodes)
    for attempt in range(attempts):
        results: list[list[int]] = []
        try:
            point = Point(seed, attempt, groups, prime)
            for (graph, roots), (nodes, angles) in zip(parts, orders, strict=True):
                work = _Evaluation(graph, point)
                work.run(nodes, angles)
                results.append([work.values[i] for i in roots])
        except (_Unlucky, ZeroDivisionError):
            if attempt == 32 and not has_roots:
                break
            continue
        return results
    raise ExpressionError(
        "the expression has no value in a prime field",
        hint="a denominator is identically zero, or there are too many independent square roots",
    )


def evaluate_field(graph: Graph, roots: Sequence[int], seed: int, constraints: Constraints = ()) -> list[int]:
    """Values of the roots at a random point, the same point for the same seed in every graph without square roots."""
    return field_values([(graph, roots)], seed, constraints)[0]


def _trials(parts: Sequence[Part], trials: int) -> int:
    """The sign of a root is a coin: a wrong sign slips through one trial with probability 1/2, through 50 never."""
    for graph, roots in parts:
        if any(graph.op[i] in _ROOTS and graph.value(graph.args[i][0]) is None for i in reachable(graph, roots)):
            return max(trials, _ROOT_TRIALS)
    return trials


def equal(f: Function, g: Function, trials: int = 2, constraints: Constraints | None = None) -> bool:
    """Whether two functions with the same output ports are the same function of their symbols.

    constraints: groups of symbols on unit spheres; by default what the functions say in `facts["unit_groups"]`.
    """
    shapes = [{p.name: p.shape for p in x.outputs.values()} for x in (f, g)]
    if shapes[0] != shapes[1]:
        raise InputError(f"'{f.name}' and '{g.name}' have different outputs", hint=f"{shapes[0]} and {shapes[1]}")
    said: Constraints = f.facts.get("unit_groups", ()) or g.facts.get("unit_groups", ())
    groups = [tuple(group) for group in (said if constraints is None else constraints)]
    parts = [(x.graph, [i for name in f.outputs for i in x.outputs[name].nodes]) for x in (f, g)]
    for seed in range(_trials(parts, trials)):
        left, right = field_values(parts, seed, groups)
        if left != right:
            return False
    return True


def is_zero(exprs: Iterable[Expr], trials: int = 2, constraints: Constraints = ()) -> bool:
    """Whether all expressions vanish identically."""
    by_graph: dict[int, tuple[Graph, list[int]]] = {}
    for x in exprs:
        by_graph.setdefault(id(x.graph), (x.graph, []))[1].append(x.index)
    parts = list(by_graph.values())
    groups = [tuple(group) for group in constraints]
    return not any(any(map(any, field_values(parts, seed, groups))) for seed in range(_trials(parts, trials)))
