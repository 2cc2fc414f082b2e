"""Closed forms against Newton's method on world poses, on random mechanisms first and published ones after."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from benchmarks.loops_robots import TABLES, build
from linkwright import load
from tests.support.graph import MPMATH, Expr, Graph, cos, count_ops, evaluate, is_zero, lift, sin, symbol
from tests.support.mechanics import FORMS, Rates, Solution, eliminate, explicit, residual, value_of
from tests.support.model import COORDINATE, Coupling, Cut, Parameter, Robot
from tests.support.model import cut as cut_open
from tests.support.spatial import rot_rpy

from .by_hand import branch, close, cut_by_hand, differ, gaps
from .planar import DYADS, Planar, random_planar


class Symbols:
    """Symbols q, theta, v as the derivations of the room use them."""

    def __init__(self, cut: Cut) -> None:
        where = cut.coordinates
        self.cut, self.graph = cut, Graph()
        self.q, self.theta, self.v = (
            [symbol(f"{name}[{k}]", self.graph) for k in range(size)]
            for name, size in (("q", len(where.free_q)), ("theta", len(where.dependent_q)), ("v", len(where.free_v)))
        )
        self.positions: list[Expr] = [self.q[0]] * cut.tree.nq
        for symbols, indices in ((self.q, where.free_q), (self.theta, where.dependent_q)):
            for x, k in zip(symbols, indices, strict=True):
                self.positions[k] = x

    def closed(self, values: list[object], solution: Solution, form: str) -> list[int]:
        return eliminate(self.graph, [lift(self.graph, x).index for x in values], self.cut, solution, form)


def tree_positions(cut: Cut, free: np.ndarray, solution: Solution | None = None) -> np.ndarray:
    solution = solution or explicit(cut)
    assert solution is not None
    s = Symbols(cut)
    roots = s.closed(list(s.positions), solution, "direct")
    return np.array(evaluate(s.graph, roots, {f"q[{k}]": float(x) for k, x in enumerate(free)}))


def condition(cut: Cut, q: np.ndarray) -> float:
    """Of the dependent columns of the closure, by differences of world poses."""
    steps = 1e-6 * np.eye(len(q))[list(cut.coordinates.dependent_q)]
    J = np.column_stack([(gaps(cut, q + e) - gaps(cut, q - e)) / 2e-6 for e in steps])
    s = np.linalg.svd(J, compute_uv=False)
    return float(s[0] / s[len(steps) - 1])


mechanisms = st.tuples(
    st.integers(0, 10**6),
    st.sampled_from(["R", "P", "RR", "RP"]),
    st.lists(st.sampled_from(DYADS), min_size=1, max_size=3),
)


@settings(max_examples=15, deadline=None)
@given(mechanisms, st.integers(0, 100))
def test_random_planar_mechanisms_close_as_newton_closes_them(made: tuple[int, str, list[str]], seed: int) -> None:
    cut = cut_open(random_planar(*made))
    q0 = np.array(cut.start)
    assume(condition(cut, q0) < 30)
    n = len(cut.coordinates.free_q)
    free = q0[list(cut.coordinates.free_q)] + np.random.default_rng(seed).uniform(-0.05, 0.05, n)
    try:
        q = branch(cut, free, 4)
    except ValueError:
        assume(False)
        return
    assume(condition(cut, q) < 30)
    assume(np.abs(q - q0).max() < 0.3)  # else Newton may have changed branch
    solution = explicit(cut)
    assert solution is not None
    found = tree_positions(cut, free, solution)
    angles = [k for link in cut.tree.links for k in [link.iq] if link.kind == "revolute"]
    assert differ(found[angles], q[angles]) < 1e-10
    assert np.abs(found - q).max() < 1e-10  # also no whole turns apart
    assert np.abs(gaps(cut, found)).max() < 1e-13


@settings(max_examples=15, deadline=None)
@given(mechanisms)
def test_both_forms_and_rates_of_random_mechanisms(made: tuple[int, str, list[str]]) -> None:
    """Rates and accelerations against derivatives of the closed form itself, with fifty digits."""
    cut = cut_open(random_planar(*made))
    assume(condition(cut, np.array(cut.start)) < 1e3)
    solution = explicit(cut)
    assert solution is not None
    s = Symbols(cut)
    rates = Rates(cut, s.positions)
    v_tree = rates.velocities(s.v)
    wanted = [*v_tree, *rates.bias(v_tree), *residual(cut, s.positions)]
    values = [s.closed(wanted, solution, form) for form in FORMS]
    positions = s.closed(list(s.positions), solution, "direct")
    start = [mpmath.mpf(cut.start[k]) for k in cut.coordinates.free_q]
    v = [mpmath.mpf(x) for x in np.random.default_rng(made[0]).uniform(-1, 1, len(start))]

    def at(roots: list[int], t: mpmath.mpf) -> list[mpmath.mpf]:
        symbols = {f"q[{k}]": x + t * y for k, (x, y) in enumerate(zip(start, v, strict=True))}
        return evaluate(s.graph, roots, {**symbols, **{f"v[{k}]": y for k, y in enumerate(v)}}, MPMATH)

    with mpmath.workdps(50):
        _compare(at, positions, values)


def _compare(at: Any, positions: list[int], values: list[list[int]]) -> None:
    h = mpmath.mpf(10) ** -12
    behind, here, ahead = (at(positions, t) for t in (-h, mpmath.mpf(0), h))
    slopes = [(a - b) / (2 * h) for a, b in zip(ahead, behind, strict=True)]
    bends = [(a - 2 * x + b) / h**2 for a, x, b in zip(ahead, here, behind, strict=True)]
    for roots in values:
        found = at(roots, mpmath.mpf(0))
        size = 1 + max(abs(x) for x in [*slopes, *bends])
        for x, y in zip(found, [*slopes, *bends], strict=False):
            assert abs(x - y) < 1e-9 * size**2  # constants of the mechanism are floats: it closes to 1e-16 only
        assert all(abs(x) < 1e-13 for x in found[len(slopes) + len(bends) :])


def cams(seed: int) -> Robot:
    """A four-bar whose coupler drives a cam and a slider by couplings that are not linear, and these another loop."""
    made = Planar(np.random.default_rng(seed), rot_rpy(0.1, 0.2, 0.3))
    crank = made.body("world", "revolute", made.point())
    made.driven.append(crank)
    made.dyad("RRR", crank, "world")
    cam = made.body("world", "revolute", made.point())
    slider = made.body("b2", "prismatic", made.point(), 0.4)
    made.dyad("RRR", cam, slider)
    q0, q1, q3 = (symbol(COORDINATE.format(f"j{n}")) for n in (crank, "b1", cam))
    couplings = (
        Coupling("cam", f"j{cam}", 0.3 * sin(q1) + 0.2 * q1 * q1 + q0 * 0.5),
        Coupling("slide", f"j{slider}", 0.1 * sin(2 * q1 + q0) * q3),
    )
    return replace(made.robot(), couplings=couplings)


@pytest.mark.parametrize("seed", range(3))
def test_couplings_that_are_not_linear(seed: int) -> None:
    cut = cut_open(cams(seed))
    solution = explicit(cut)
    assert solution is not None
    assert [name for name, _ in solution.steps] == ["loop0", "cam", "slide", "loop1"]
    free = np.array([cut.start[k] for k in cut.coordinates.free_q]) + 0.03
    q = tree_positions(cut, free, solution)
    assert np.abs(gaps(cut, q)).max() < 1e-14
    assert np.abs(q - branch(cut, free, 3)).max() < 1e-10
    W, e = np.array(Rates(cut, list(q)).W, dtype=float), 1e-5
    slope = (tree_positions(cut, free + e, solution) - tree_positions(cut, free - e, solution)) / (2 * e)
    assert np.abs(W[:, 0] - slope).max() < 1e-8 * max(1, np.abs(W).max())
    bend = (tree_positions(cut, free + 1e-3, solution) - 2 * q + tree_positions(cut, free - 1e-3, solution)) / 1e-6
    found = np.array(Rates(cut, list(q)).bias(list(W[:, 0])), dtype=float)
    assert np.abs(found - bend).max() < 1e-4 * max(1, np.abs(found).max() ** 2)


def test_no_pole_where_the_published_form_of_the_picker_has_one() -> None:
    cut = cut_open(build(TABLES["picker2Dm1"]))
    solution = explicit(cut)
    for free in ((0.0, 0.0), (1e-8, 0.0), (1e-4, 1e-4), (0.3, -0.1)):
        assert np.abs(gaps(cut, tree_positions(cut, np.array(free), solution))).max() < 2e-15


def test_rounding_only_up_to_the_edge_of_the_range() -> None:
    """Where the two links of the five-bar come into line, positions lose digits but the loop stays closed."""
    cut = cut_by_hand(build(TABLES["fivebar1"]))
    solution = explicit(cut)
    low, high = 0.9, 3.5
    for _ in range(60):
        middle = (low + high) / 2
        closes = np.isfinite(tree_positions(cut, np.array([middle, 1.1]), solution)).all()
        low, high = (middle, high) if closes else (low, middle)
    for way in (0.0, 1e-14, 1e-10, 1e-6, 1e-3):
        assert np.abs(gaps(cut, tree_positions(cut, np.array([low - way, 1.1]), solution))).max() < 1e-14


@pytest.mark.parametrize("name", ["fourbar1", "fourbarpris", "fivebar1"])
def test_the_other_mode_is_the_other_way_to_assemble(name: str) -> None:
    cut = cut_by_hand(build(TABLES[name]))
    free = np.array([cut.start[k] for k in cut.coordinates.free_q])
    own = tree_positions(cut, free)
    assert differ(own, cut.start) < 1e-12
    closed = {
        mode: tree_positions(replace(cut, closures=(replace(cut.closures[0], mode=mode),)), free) for mode in (1, -1)
    }
    assert min(differ(q, own) for q in closed.values()) < 1e-12
    assert max(differ(q, own) for q in closed.values()) > 0.1
    for q in closed.values():
        assert np.abs(gaps(cut, q)).max() < 1e-13
        again = replace(cut, start=tuple(q))  # from there, its own mode is found
        assert differ(tree_positions(again, free), q) < 1e-12


def test_the_mode_may_be_a_parameter() -> None:
    cut = cut_by_hand(build(TABLES["fourbar1"]))
    mode = Parameter("mode", 1.0)
    cut = replace(cut, closures=(replace(cut.closures[0], mode=symbol("mode")),), parameters=(mode,))
    solution = explicit(cut)
    assert solution is not None
    s = Symbols(cut)
    roots = s.closed(list(s.positions), solution, "direct")
    ways = [np.array(evaluate(s.graph, roots, {"q[0]": 1.3, "mode": mode})) for mode in (1.0, -1.0)]
    assert differ(ways[0], ways[1]) > 0.1
    assert all(np.abs(gaps(cut, q)).max() < 1e-13 for q in ways)


def test_the_mode_of_a_pin_is_the_sign_of_the_sine_of_its_angle() -> None:
    """fourbar1: frame 4 on the coupler, frame 5 on the rocker; published assembly: sin q4 > 0."""
    cut = cut_by_hand(build(TABLES["fourbar1"]))
    for mode in (1, -1):
        q = tree_positions(replace(cut, closures=(replace(cut.closures[0], mode=mode),)), np.array([1.3]))
        q4 = q[2] - q[0] - q[1] + math.pi
        assert math.copysign(1, math.sin(q4)) == mode


def test_trigonometric_form_has_no_arc_functions_and_closes_exactly() -> None:
    """h = 0 identically in lengths and angles, decided in a prime field; roots included."""
    for name in ("fourbar1", "fourbarpris", "fivebar1"):
        robot = build(TABLES[name])
        cut = cut_open(robot, "symbolic")
        solution = explicit(cut)
        assert solution is not None
        s = Symbols(cut)
        roots = s.closed(residual(cut, s.positions), solution, "trigonometric")
        ops = count_ops(s.graph, roots)
        assert (ops.atan2, ops.acos, ops.asin, ops.sqrt) == (0, 0, 0, 1)
        assert is_zero([Expr(s.graph, i) for i in roots])
        wrong = s.closed([x + sin(s.q[0]) / 1000 for x in residual(cut, s.positions)], solution, "trigonometric")
        assert not is_zero([Expr(s.graph, i) for i in wrong])


def tilted(second: str) -> Robot:
    """A four-bar in a plane that two symbolic angles tilt; the second angle of its rocker has a name of its own, or not."""
    angles = {"al": 0.4, "be": 0.3, "be2": 0.3}
    return load(
        {
            "linkwright": 1, "name": "tilted", "parameters": {**angles, "l1": 2.5, "l2": 1, "l3": 2, "l4": 1.8},
            "joints": {
                "a": {"type": "revolute", "parent": "world", "child": "A", "rpy": ["al", "be", 0]},
                "b": {"type": "revolute", "parent": "A", "child": "B", "xyz": ["l2", 0, 0]},
                "c": {
                    "type": "revolute", "parent": "world", "child": "C", "rpy": ["al", second, 0],
                    "xyz": ["l1*cos(be)", 0, "-l1*sin(be)"],
                },
            },
            "bodies": {n: {"mass": 1} for n in "ABC"},
            "frames": {"tb": {"body": "B", "xyz": ["l3", 0, 0]}, "tc": {"body": "C", "xyz": ["l4", 0, 0]}},
            "close": {"pin": {"kind": "pin", "first": "tb", "second": "tc"}},
            "actuated": ["a"], "start": {"a": 1.0, "b": -0.5, "c": 1.2},
        }
    )  # fmt: skip


def test_a_plane_tilted_by_symbols_is_a_plane() -> None:
    """cos(be)^2 + sin(be)^2 = 1 must be seen: the loop closes as with numbers."""
    found: list[list[float]] = []
    for mode in ("numeric", "symbolic"):
        cut = cut_open(tilted("be"), mode)
        solution = explicit(cut)
        assert solution is not None
        s = Symbols(cut)
        values = {p.name: p.value for p in cut.parameters if p.value is not None}
        roots = s.closed([*s.positions, *Rates(cut, s.positions).velocities(s.v)], solution, "direct")
        found.append(evaluate(s.graph, roots, {"q[0]": 1.1, "v[0]": 1.0, **values}))
    assert np.allclose(found[0], found[1], rtol=1e-12)
    assert np.abs(gaps(cut_open(tilted("be")), found[0][:3])).max() < 1e-14


def test_a_loop_that_is_planar_for_some_values_only_is_a_loop_in_space() -> None:
    cut = cut_open(tilted("be2"), "symbolic")
    assert explicit(cut) is None
    numeric = np.array(Rates(cut_open(tilted("be2")), list(cut.start)).W, dtype=float)
    W = Rates(cut, list(cut.start)).W
    assert np.allclose([[value_of(cut, x) for x in row] for row in W], numeric, rtol=1e-9)


@pytest.mark.parametrize("name", ["fourbar2", "palh3m2_loops"])
def test_parallelograms_are_linear(name: str) -> None:
    cut = cut_by_hand(build(TABLES[name]))
    solution = explicit(cut)
    assert solution is not None
    assert not solution.steps
    s = Symbols(cut)
    ops = count_ops(s.graph, s.closed([*s.positions, *Rates(cut, s.positions).velocities(s.v)], solution, "direct"))
    assert ops.sqrt == ops.div == ops.atan2 == ops.mul == 0


def test_a_symbolic_parallelogram_closes_exactly() -> None:
    """No root is involved: h = 0 for all lengths and angles."""
    cut = cut_open(build(TABLES["fourbar2"]), "symbolic")
    solution = explicit(cut)
    assert solution is not None
    s = Symbols(cut)
    for form in FORMS:
        roots = s.closed(residual(cut, s.positions), solution, form)
        assert count_ops(s.graph, roots).sqrt == 0
        assert is_zero([Expr(s.graph, i) for i in roots])


def test_a_crossed_parallelogram_is_none() -> None:
    """Equal opposite sides, but assembled crosswise: then opposite sides are not parallel, and a root is needed."""
    other = cut_by_hand(build(TABLES["fourbar2"]), start=[1.2, 1.2, -1.5])
    assert np.abs(gaps(other, other.start)).max() < 1e-12
    assert abs(other.start[2] - 1.2) > 0.3
    solution = explicit(other)
    assert solution is not None
    assert len(solution.steps) == 1
    assert differ(tree_positions(other, np.array([1.4]), solution), branch(other, [1.4])) < 1e-10


@pytest.mark.parametrize("name", ["fourbar1", "fivebar1", "palh1m1", "palh3m1", "fourbar1turn", "fourbarpris"])
def test_published_robots_over_their_range(name: str) -> None:
    """The closure's residual stays at rounding, where published closed forms lose up to six digits."""
    table = TABLES[name]
    cut = cut_by_hand(build(table))
    solution = explicit(cut)
    assert solution is not None
    rng = np.random.default_rng(2)
    s = Symbols(cut)
    roots = s.closed(list(s.positions), solution, "direct")
    low, high = np.array(table.low), np.array(table.high)
    size = max(table.values.values())
    for k in range(60):
        free = rng.uniform(low, high)
        q = np.array(evaluate(s.graph, roots, {f"q[{k}]": float(x) for k, x in enumerate(free)}))
        assert np.abs(gaps(cut, q)).max() < 3e-15 * size
        assert k % 4 or differ(close(cut, free, q), q) < 1e-9


FLOPS = {"fourbar1": (68, 60), "fivebar1": (100, 85), "fourbarpris": (50, 45), "fourbar1turn": (68, 60)}


@pytest.mark.parametrize("name", FLOPS)
def test_operations_of_everything(name: str) -> None:
    """Sines and cosines of all joints, W and the bias from free coordinates and rates alone, lengths as numbers."""
    cut = cut_by_hand(build(TABLES[name]))
    solution = explicit(cut)
    assert solution is not None
    s = Symbols(cut)
    rates = Rates(cut, s.positions)
    wanted = [e for row in rates.W for e in row] + rates.bias(rates.velocities(s.v))
    wanted += [f(x) for x in s.positions for f in (cos, sin)]
    for form, most in zip(FORMS, FLOPS[name], strict=True):
        assert count_ops(s.graph, s.closed(wanted, solution, form)).flops <= most
