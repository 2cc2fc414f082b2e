"""Exact comparison: expressions evaluated at a random point of a prime field (Schwartz 1980, Zippel 1979).

Two expressions that are equal as functions are equal at every point; two that differ agree at a random point with
probability degree / 2^94 or less. What a field lacks is replaced so that identities that matter survive:

sin, cos      a random point of the circle per angle; addition theorems and fractions of pi are exact (angles.py)
sqrt, hypot   the root in the field that is a square (points without one are drawn again): sqrt(a) sqrt(b) = sqrt(a b);
              the sign of sqrt(a^2) / a is a coin, hence many trials
asin, acos, atan2   random values; exact under a sine or cosine
exp           a random homomorphism;  sign, log, pow: random functions of their arguments;  abs(x) = x sign(x)
only_if       a random function; x where the condition is a short positive fraction
select        no + h(condition) (yes - no) with a random function h; short fractions have the sign they have
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from linkwright.errors import ExpressionError, InputError
from linkwright.exact.angles import INVERSE, AngleSum, angle_sum_of
from linkwright.exact.field import Field, NoValue, OnCircle
from linkwright.exact.point import Constraints, Point
from linkwright.graph.expr import Expr
from linkwright.graph.function import Function
from linkwright.graph.graph import Graph
from linkwright.graph.ops import OPS
from linkwright.graph.rewrite import reachable

Part = tuple[Graph, Sequence[int]]
"""A graph and some of its nodes."""

_ROOTS = ("sqrt", "hypot", "pow", *INVERSE)
_ROOT_TRIALS = 50
_ATTEMPTS = 1 << 14


class _Evaluation:
    """Values of one graph at one point, node by node."""

    def __init__(self, graph: Graph, point: Point) -> None:
        self.graph, self.point, self.field = graph, point, point.field
        self.values: dict[int, int] = {}
        self.forms: dict[int, AngleSum] = {}
        self._circle: dict[int, OnCircle] = {}

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
                self.forms[i] = angle_sum_of(graph, i, self.forms, values, self.field)

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
            return self.point.exponential(self.forms[args[0]]) if folded is None else folded
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
            self._circle[a] = self.point.angle(self.forms[a])
        cosine, sine = self._circle[a]
        if op == "tan":
            return sine * self.field.inverse(cosine)
        return cosine if op == "cos" else sine

    def _sqrt(self, a: int) -> int:
        exact = self.graph.value(a)
        if isinstance(exact, int | Fraction) and exact > 0:
            return self.field.sqrt_rational(Fraction(exact))
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


class Values(NamedTuple):
    """Values at a point, and the field that they are of: the first with roots of what has a root there."""

    field: Field
    values: list[int]


def field_values(
    parts: Sequence[Part],
    seed: int,
    constraints: Constraints,
    attempts: int = _ATTEMPTS,
    prime: int | None = None,
    any_roots: bool = False,
) -> list[Values]:
    """Values of the roots of several graphs at one point. attempts: points tried; prime: the number of the field, where values
    at several points are computed with; any_roots: see Point."""
    orders = [_order(graph, roots) for graph, roots in parts]
    groups = [tuple(group) for group in constraints]
    has_roots = any(graph.op[i] in _ROOTS for (graph, _), (nodes, _) in zip(parts, orders, strict=True) for i in nodes)
    for attempt in range(attempts):
        results: list[Values] = []
        try:
            point = Point(seed, attempt, groups, prime, any_roots)
            for (graph, roots), (nodes, angles) in zip(parts, orders, strict=True):
                work = _Evaluation(graph, point)
                work.run(nodes, angles)
                results.append(Values(point.field, [work.values[i] for i in roots]))
        except (NoValue, ZeroDivisionError):
            if attempt == 32 and not has_roots:
                break
            continue
        return results
    raise ExpressionError(
        "the expression has no value in a prime field",
        hint="a denominator is identically zero, or there are too many independent square roots",
    )


def evaluate_field(graph: Graph, roots: Sequence[int], seed: int, constraints: Constraints = ()) -> Values:
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
    return not any(
        any(any(x.values) for x in field_values(parts, seed, groups)) for seed in range(_trials(parts, trials))
    )
