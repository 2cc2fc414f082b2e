"""Exact equality in prime fields: true identities are accepted, false ones are not."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.graph import (
    PRIMES,
    SMOOTH,
    Expr,
    Function,
    Graph,
    Port,
    Scalar,
    apply,
    cos,
    equal,
    evaluate_field,
    field,
    is_zero,
    sin,
    sqrt,
    symbol,
)
from tests.support.package import ExpressionError, InputError

G = Graph()
a, b, k, x, y = (symbol(name, G) for name in "abkxy")
pi = Expr(G, G.pi())


def tan(z: Scalar) -> Scalar:
    return apply("tan", z)


def exp(z: Scalar) -> Scalar:
    return apply("exp", z)


def hypot(z: Scalar, w: Scalar) -> Scalar:
    return apply("hypot", z, w)


def atan2(z: Scalar, w: Scalar) -> Scalar:
    return apply("atan2", z, w)


def root(n: int) -> Expr:
    return Expr(G, G.sqrt(G.number(n)))


TRUE = {
    "polynomial": (x + y) ** 3 - (x**3 + 3 * x * x * y + 3 * x * y * y + y**3),
    "quotient": 1 / (x * (x + 1)) - (1 / x - 1 / (x + 1)),
    "circle": sin(a) ** 2 + cos(a) ** 2 - 1,
    "sum of angles": sin(a + b) - (sin(a) * cos(b) + cos(a) * sin(b)),
    "difference": cos(a - b) - (cos(a) * cos(b) + sin(a) * sin(b)),
    "double angle": cos(2 * a) - (1 - 2 * sin(a) ** 2),
    "half angle": sin(a) - 2 * sin(a / 2) * cos(a / 2),
    "third of an angle": sin(a) - (3 * sin(a / 3) - 4 * sin(a / 3) ** 3),
    "float multiple": cos(0.3 * a + b) - (cos(0.3 * a) * cos(b) - sin(0.3 * a) * sin(b)),
    "float offset": sin(a + 0.3 + b - 0.3) - sin(a + b),
    "symbolic multiple": sin(k * (a + b)) - (sin(k * a) * cos(k * b) + cos(k * a) * sin(k * b)),
    "angle that is no polynomial": sin(a + x / y) - (sin(a) * cos(x / y) + cos(a) * sin(x / y)),
    "60 degrees": sin(a + pi / 3) - (sin(a) / 2 + cos(a) * root(3) / 2),
    "45 degrees": cos(pi / 4) - root(2) / 2,
    "36 degrees": cos(pi / 5) - (1 + root(5)) / 4,
    "one degree": sin(pi / 180 + a) - (sin(pi / 180) * cos(a) + cos(pi / 180) * sin(a)),
    "roots of numbers": root(6) - root(2) * root(3),
    "a root that many fields lack": root(19) ** 2 - 19,
    "a number after cancellation": sin(x - (x - y) - (y - 1)) - sin(Expr(G, G.number(1))),
    "tangent": tan(a) * cos(a) - sin(a),
    "square root": (sqrt(x) + 1) * (sqrt(x) - 1) - (x - 1),
    "product of roots": sqrt(x) * sqrt(y) - sqrt(x * y),
    "root of a multiple": sqrt(2 * x) - root(2) * sqrt(x),
    "power": (x**2 + 1) ** Fraction(3, 2) - (x**2 + 1) * sqrt(x**2 + 1),
    "hypot": hypot(x, y) ** 2 - (x**2 + y**2),
    "exponential": exp(x + 2 * y) - exp(x) * exp(y) ** 2,
    "sine of arc tangent": sin(atan2(y, x)) * hypot(x, y) - y,
    "tangent of arc tangent": tan(atan2(y, x)) - y / x,
    "double arc cosine": cos(2 * apply("acos", x)) - (2 * x * x - 1),
    "arc sine beside an angle": cos(a + apply("asin", x)) - (cos(a) * cos(apply("asin", x)) - sin(a) * x),
    "absolute value": apply("abs", x - y) - apply("sign", y - x) * (y - x),
    "extremes": apply("max", x, y) + apply("min", x, y) - x - y,
    "choice": apply("select", k, x + y, y) - (apply("select", k, x, 0) + y),
}  # fmt: skip

FALSE = {
    "sign": sin(a + b) - (sin(a) * cos(b) - cos(a) * sin(b)),
    "forgotten factor": sin(2 * a) - sin(a) * cos(a),
    "small coefficient": x * (1 + 1e-12) - x,
    "angle outside the sine": sin(a) - a,
    "wrong fraction": cos(a / 2) - cos(a / 3),
    "wrong offset": sin(a + pi / 180) - sin(a + pi / 181),
    "branch of a root": sqrt(x * x) - x,
    "branch of atan2": atan2(x, y) - atan2(-x, -y),
    "absolute value": apply("abs", x) - x,
    "sign of a root": sqrt(x) * sqrt(y) + sqrt(x * y),
    "choice": apply("select", k, x, y) - x,
    "exponential": exp(2 * x) - exp(x),
    "logarithm": apply("log", x * x) - apply("log", x),
    "arc functions": sin(apply("acos", x)) - x,
}


@pytest.mark.parametrize("name", TRUE)
def test_true_identities_are_accepted(name: str) -> None:
    assert is_zero([TRUE[name]])


@pytest.mark.parametrize("name", FALSE)
def test_false_identities_are_rejected(name: str) -> None:
    assert not is_zero([FALSE[name]])


def test_unit_quaternion_only_with_its_constraint() -> None:
    q = [symbol(f"q[{i}]", G) for i in range(4)]
    norm = sum((z * z for z in q), Expr(G, G.number(-1)))
    assert is_zero([norm], constraints=[[f"q[{i}]" for i in range(4)]])
    assert not is_zero([norm])
    assert not is_zero([q[0] * q[0] + q[1] * q[1] - 1], constraints=[[f"q[{i}]" for i in range(4)]])


def _function(build: Callable[[Expr, Expr], list[Expr]], output: str = "y", **about: object) -> Function:
    graph = Graph()
    q = [symbol(f"q[{i}]", graph) for i in range(2)]
    nodes = tuple(e.index for e in build(*q))
    ports = [Port("q", (2,), tuple(e.index for e in q))], [Port(output, (len(nodes),), nodes)]
    return Function.make("f", graph, *ports, **about)


def test_functions_in_graphs_of_their_own() -> None:
    f = _function(lambda u, v: [sin(u + v), u * v])
    g = _function(lambda u, v: [sin(u) * cos(v) + sin(v) * cos(u), v * u])
    h = _function(lambda u, v: [sin(u) * cos(v) + sin(v) * cos(u), v * u + 1])
    assert equal(f, g)
    assert not equal(f, h)


def test_functions_know_their_unit_groups() -> None:
    f = _function(lambda u, v: [u * u], facts={"unit_groups": (("q[0]", "q[1]"),)})
    g = _function(lambda u, v: [1 - v * v])
    assert equal(f, g)
    assert not equal(f, g, constraints=())


def test_different_ports_cannot_be_compared() -> None:
    with pytest.raises(InputError, match="different outputs"):
        equal(_function(lambda u, v: [u]), _function(lambda u, v: [u], output="z"))


def test_a_denominator_that_vanishes_everywhere_is_an_error() -> None:
    with pytest.raises(ExpressionError, match="no value"):
        is_zero([x / (sin(a) ** 2 + cos(a) ** 2 - 1)])


def test_same_seed_same_point() -> None:
    root = (sin(a) * x).index
    assert evaluate_field(G, [root], 7) == evaluate_field(G, [root], 7) != evaluate_field(G, [root], 8)


def test_values_come_with_the_field_that_they_are_of() -> None:
    """A point without a root is drawn again, in another field: what is made of its values is made there."""
    graph = Graph()
    roots = [symbol(f"x{k}", graph) for k in range(4)]
    values = [sqrt(z) for z in roots]
    total = values[0] + values[1] + values[2] + values[3]
    for seed in range(6):
        f, found = evaluate_field(graph, [total.index, *(z.index for z in values)], seed)
        assert found[0] == sum(found[1:]) % f.p
        assert all(0 <= z < f.p for z in found)
    assert len(
        {evaluate_field(graph, [total.index], seed).field.p for seed in range(6)} - {field(k).p for k in range(6)}
    )


@pytest.mark.parametrize("n", range(len(PRIMES)))
def test_primes_are_prime_and_hold_the_roots(n: int) -> None:
    p, f = PRIMES[n], field(n)
    assert p % SMOOTH == SMOOTH - 1
    assert all(pow(base, p - 1, p) == 1 for base in (2, 3, 5, 7, 11, 13, 17, 19, 23))
    assert f.turn(Fraction(1, 2)) == (0, 1)
    c, s = f.turn(Fraction(2, SMOOTH)) or (0, 0)
    assert (c * c + s * s) % p == 1
    for r in (2, 3, 5, 7, 11, 13):
        root = f.sqrt_rational(Fraction(r))
        assert root * root % p == r
        assert pow(root, (p - 1) // 2, p) == 1  # a square itself, as all roots are


def test_roots_of_unity_are_named_as_the_circle_has_them() -> None:
    """cos(pi/5) = (1 + sqrt(5))/4, and not its conjugate: signs of roots and of cosines are one choice."""
    f = field(5)
    for turns, root, cosine in ((Fraction(1, 5), 5, (1, 4)), (Fraction(1, 4), 2, (0, 2)), (Fraction(1, 6), 3, (0, 2))):
        c, _ = f.turn(turns) or (0, 0)
        assert c == (cosine[0] + f.sqrt_rational(Fraction(root))) * f.inverse(cosine[1]) % f.p


@given(numerator=st.integers(-(10**6), 10**6), denominator=st.integers(1, 10**6))
def test_short_fractions_are_recognised(numerator: int, denominator: int) -> None:
    fraction = Fraction(numerator, denominator)
    assert field(3).small_fraction(field(3).number(fraction)) == fraction
    assert field(3).small_fraction(field(3).number(0.1)) is None
