"""The funnel on a planar arm made by hand, against plain loops."""

from __future__ import annotations

import json
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from linkwright.errors import InputError
from linkwright.synthesis.demand import demand
from linkwright.synthesis.evaluation import CONSTRAINTS, OBJECTIVES, evaluate
from linkwright.synthesis.evaluation.funnel import Funnel
from linkwright.synthesis.evaluation.rows import Rows, Setting
from linkwright.synthesis.evaluation.solids import self_room
from linkwright.synthesis.recheck import recheck
from linkwright.synthesis.structure import Link
from linkwright.synthesis.task import Design, Motor, Task
from tests.synthesis.planar import Planar

POINTS = """
mask: 2T0R
path:
  points: [[0.5, 0.2, 0], [0.3, 0.7, 0]]
  time: 1.2 s
"""
FREE = "limits: {revolute: {velocity: 1e3, acceleration: 1e6}}\n"


def task(text: str = POINTS + FREE, **changes) -> Task:
    return replace(Task.read(text), **changes)


def drawn(count: int, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.uniform([0.1, 0.1, -0.5, -0.5], [0.9, 0.9, 0.5, 0.5], (count, 4))


def by_hand(machine: Planar, wanted, x, branch: int) -> float:
    """Energy of one candidate: what the energy of both masses grows by, velocities by differences; inf if out of reach."""
    t = np.linspace(0, wanted.duration, 4001)
    tip = wanted.at(t).poses[:, :2, 3] - x[2:]
    l1, l2 = x[:2]
    away = np.hypot(*tip.T)
    if (away > l1 + l2).any() or (away < abs(l1 - l2)).any():
        return np.inf
    inner = np.arccos((l1**2 + away**2 - l2**2) / (2 * l1 * away))
    angle = np.arctan2(tip[:, 1], tip[:, 0]) - (inner if branch == 0 else -inner)
    elbow = l1 * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    m1, m2, g, *_ = machine.fixed
    heat = m1 * g * elbow[:, 1] + m2 * g * tip[:, 1]  # energy of the masses: what the motors put in is what it grows by
    for m, place in ((m1, elbow), (m2, tip)):
        v = np.gradient(place, t, axis=0, edge_order=2)
        heat = heat + 0.5 * m * (v**2).sum(1)
    return float(np.maximum(np.diff(heat), 0).sum())


def test_the_best_of_a_grid_is_that_of_brute_force() -> None:
    machine, wanted = Planar(), task()
    axes = np.linspace(0.35, 0.65, 4), np.linspace(0.3, 0.6, 4), np.linspace(-0.2, 0.2, 5), np.linspace(-0.1, 0.1, 3)
    X = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 4)
    found = evaluate(machine, wanted, X)
    brute = np.array([min(by_hand(machine, wanted.path, x, branch) for branch in (0, 1)) for x in X])
    assert np.array_equal(np.isfinite(brute), found.violation == 0)
    feasible = found.violation == 0
    assert 20 < feasible.sum() < len(X)
    assert np.allclose(found.objectives[feasible, 0], brute[feasible], rtol=1e-3)
    best = np.nanargmin(found.objectives[:, 0])
    assert np.abs(X[best] - X[np.argmin(brute)]).max() < 1e-3


def test_energy_of_a_lift_is_m_g_h() -> None:
    """A pendulum: the elbow almost straight, the tip lifted from below to the horizontal, slowly, on a chord of its circle."""
    machine = Planar(m1=0.0, m2=2.0, g=9.81)
    up = task(
        "mask: 2T0R\npath:\n  points: [[0.1, -0.9, 0], [0.1, 0.3, 0]]\n  time: 60 s\n"
        "limits: {revolute: {velocity: 100, acceleration: 1e4}}\n"
    )
    found = evaluate(machine, up, np.array([[0.5, 0.5, 0.0, 0.0]]))
    assert found.objectives[0, 0] == pytest.approx(2.0 * 9.81 * 1.2, rel=1e-3)


def test_candidates_do_not_depend_on_their_company() -> None:
    machine = Planar()
    wanted = task(objectives=tuple(OBJECTIVES), constraints={"condition": 60.0, "deflection": 1e-3})
    funnel = Funnel.of(Setting.of(machine, wanted, demand(wanted)))
    X = drawn(150)
    order = np.random.default_rng(1).permutation(len(X))
    base, permuted = funnel.evaluate(X), funnel.evaluate(X[order])
    for other, rows in (
        (permuted, order),
        (funnel.evaluate(X, chunk=1), slice(None)),
        (funnel.evaluate(X, 5000), slice(None)),
    ):
        for name in ("objectives", "violation", "stage", "branch"):
            assert np.array_equal(getattr(base, name)[rows], getattr(other, name), equal_nan=True)
        for name, values in base.values.items():
            assert np.array_equal(values[rows], other.values[name], equal_nan=True), name


def test_the_violation_orders_by_how_far_candidates_came() -> None:
    machine, wanted = Planar(), task(constraints={"condition": 3.0})
    found = evaluate(machine, wanted, drawn(400))
    assert found.constraints[:2] == ("reach", "postures")
    assert sum(found.reasons.values()) == (found.violation > 0).sum()
    assert {"reach", "postures", "condition"} <= set(found.reasons)
    failed = found.stage >= 0
    left = len(found.constraints) - 1 - found.stage[failed]
    assert ((left < found.violation[failed]) & (found.violation[failed] <= left + 1)).all()
    assert np.isnan(found.objectives[failed]).all()
    assert np.isfinite(found.objectives[~failed]).all()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("space: {low: [-0.1, -0.1, -0.1], high: [0.4, 0.8, 0.1]}", "space"),
        ("obstacles: {post: {sphere: {center: [0.45, 0.45, 0], radius: 0.05}}}", "obstacles"),
        ("limits: {revolute: {velocity: 0.5}}", "velocity"),
        ("limits: {revolute: {acceleration: 1}}", "acceleration"),
        ("limits: {revolute: {range: 0.2}}", "corner_ranges"),
        ("limits: {revolute: {effort: 2}}", "torque"),
        ("constraints: {mass: 1.5}", "mass"),
    ],
)
def test_an_infeasible_task_says_why(change: str, reason: str) -> None:
    found = evaluate(Planar(), task(POINTS + change + "\n"), np.array([[0.5, 0.5, 0.0, 0.0]]))
    assert found.reasons == {reason: 1}


def test_names_that_are_wrong_are_told() -> None:
    with pytest.raises(InputError, match="no objective 'enery'") as error:
        evaluate(Planar(), task(objectives=("enery",)), drawn(1))
    assert "energy" in error.value.hint
    with pytest.raises(InputError, match="no constraint 'warmth'") as error:
        evaluate(Planar(), task(constraints={"warmth": 1.0}), drawn(1))
    assert all(name in error.value.hint for name in CONSTRAINTS)
    with pytest.raises(InputError, match="shape"):
        evaluate(Planar(), task(), drawn(2)[:, :3])


STRAIGHT = "mask: 2T0R\npath:\n  points: [[0.8, 0, 0], [0.7999999, 0.0001, 0]]\n  time: 2 s\n" + FREE


def test_a_straight_arm_is_a_cantilever() -> None:
    """Stiffness 3 E I / L^3, deflection under the load at its tip, stress at its root, error of its encoders."""
    machine = Planar(m1=0.0, m2=3.0)
    stiff = Design(turn=(1e30, 1e-4))
    limits = {"deflection": 1.0, "stress": 1e12}
    wanted = task(STRAIGHT, objectives=("stiffness", "position_error"), constraints=limits, design=stiff)
    length, E = 0.8, stiff.stiffness
    found = evaluate(machine, wanted, np.array([[0.3, 0.5 + 1e-9, 0.0, 0.0]]))
    second = np.pi / 4 * (0.02**4 - 0.018**4)
    assert found.values["stiffness"][0] == pytest.approx(3 * E * second / length**3, rel=1e-3)
    assert found.objectives[0, 0] == -found.values["stiffness"][0]
    assert found.values["position_error"][0] == pytest.approx(1e-4 * (length + 0.5), rel=1e-3)
    root = 3.0 * 9.81 * length  # of a path that hardly moves
    area = np.pi * (0.02**2 - 0.018**2)
    assert found.values["stress"][0] == pytest.approx(root * 0.02 / second + 3.0 * 9.81 / area, rel=1e-2)
    exact = 3.0 * 9.81 * length**3 / (3 * E * second)
    assert (
        exact < found.values["deflection"][0] < 2 * exact
    )  # a bound: the moment at the root counts along the whole tube


def test_joints_give_way_like_springs() -> None:
    """Turned by tau / k each: the arm bent by a right angle, against the law of springs."""
    soft = Design(turn=(100.0, 0.0), stiffness=1e30)
    wanted = task("mask: 2T0R\npath:\n  points: [[0.3, 0.4, 0], [0.3, 0.40001, 0]]\n" + FREE, objectives=("stiffness",))
    found = evaluate(Planar(), replace(wanted, design=soft), np.array([[0.3, 0.4, 0.0, 0.0]]))
    J = np.array([[-0.4, -0.4], [0.3, 0.0]])
    assert found.values["stiffness"][0] == pytest.approx(100 / np.linalg.norm(J, 2) ** 2, rel=1e-3)


def test_a_result_is_confirmed_by_simulation() -> None:
    machine, wanted = Planar(), task(constraints={"condition": 50.0})
    x = [0.5, 0.5, 0.0, 0.0]
    told = recheck(machine.structure, wanted, x, machine)
    assert told["feasible"]
    assert set(told["constraints"]) == set(evaluate(machine, wanted, np.array([x])).constraints)
    assert told["energy"]["difference"] < 1e-3
    assert told["energy"]["tracking_error"] < 1e-5
    assert told["objectives"]["energy"]["searched"] == pytest.approx(told["objectives"]["energy"]["value"], rel=1e-3)
    json.dumps(told)
    machine.fixed = (1.0, 2.0, *machine.fixed[2:])  # batches of another robot than the file's
    told = recheck(machine.structure, wanted, x, machine)
    assert not told["feasible"]
    assert told["energy"]["difference"] > 0.1
    assert recheck(machine.structure, wanted, [0.1, 0.1, 0.0, 0.0], machine)["reason"] == "reach"


def test_of_tubes_and_motors_the_best_that_holds_is_chosen() -> None:
    """As if each were the only one."""
    motors = (Motor("weak", 1.0, 1.0), Motor("strong", 2.0, 100.0))
    tubes = ((0.03, 0.001), (0.06, 0.002), (0.2, 0.002))  # the last one touches the post
    text = POINTS + FREE + "obstacles: {post: {sphere: {center: [0.3, -0.2, 0], radius: 0.1}}}\n"
    open_choice = Design(tubes=tubes, motors=motors)
    wanted = task(text, objectives=("stiffness", "energy"), design=open_choice)
    X = drawn(60)
    found = evaluate(Planar(), wanted, X)
    singles = []
    for tube in tubes:
        for motor in motors:
            machine, one = Planar(), replace(wanted, design=Design(motors=(motor,)))
            machine.fixed = (*machine.fixed[:3], tube[0] / 2, tube[1])
            singles.append(evaluate(machine, one, X))
    first = np.array([np.where(x.violation == 0, x.objectives[:, 0], np.inf) for x in singles])
    feasible = found.violation == 0
    assert feasible.any()
    assert np.array_equal(feasible, np.isfinite(first).any(axis=0))
    assert np.array_equal(found.objectives[feasible, 0], first.min(axis=0)[feasible])
    assert np.array_equal(found.make[feasible], first.argmin(axis=0)[feasible])
    assert set(found.parameters["tube_radius"][feasible]) <= {0.03 / 2, 0.06 / 2, 0.2 / 2}
    assert found.violation.tolist() == np.min([x.violation for x in singles], axis=0).tolist()
    told = recheck(Planar().structure, wanted, X[np.argmax(feasible)], Planar())
    assert told["parameters"]["tube_radius"] == found.parameters["tube_radius"][np.argmax(feasible)]


def test_links_that_are_apart_along_the_chain_may_not_meet() -> None:
    """A chain of three links, folded so that the last one crosses the first; its neighbours touch it always."""
    links = (Link("a", "b", 0.01), Link("b2", "c", 0.01), Link("c", "d", 0.01))
    corners = {"a": [0, 0], "b": [1, 0], "b2": [1, 0], "c": [1, 0.5]}
    for tip, room in (([0.2, -0.5], -0.02), ([0.2, 0.5], 0.48), ([0.5, 0.1], 0.08)):
        places = np.array([[[*xy, 0.0] for xy in (*corners.values(), tip)]] * 2)[None]
        motion = SimpleNamespace()
        machine = SimpleNamespace(origins=lambda P, few, frames, places=places: places)
        setting = SimpleNamespace(machine=machine, structure=SimpleNamespace(links=links))
        rows = Rows(setting, np.zeros(1, dtype=int), np.zeros(1, dtype=int), np.zeros((1, 0)), {"few": motion})
        assert self_room(rows)[0] == pytest.approx(room)


def test_on_long_paths_few_samples_choose_the_branch() -> None:
    """The same as all samples of both branches, but where branches are as good as each other."""
    wanted = task(
        POINTS.replace("time: 1.2 s", "time: 1.2 s\n  rate: 1000") + FREE,
        constraints={"condition": 4.0, "torque": 12.0},
    )
    funnel = Funnel.of(Setting.of(Planar(), wanted, demand(wanted)))
    assert funnel.preview is not None
    assert len(funnel.preview.setting.demand.t) < 110
    X = drawn(300)
    found, whole = funnel.evaluate(X), replace(funnel, preview=None).evaluate(X)
    assert {"condition", "torque"} <= set(found.reasons)
    assert np.array_equal(found.stage, whole.stage)
    assert np.allclose(found.violation, whole.violation, rtol=0.05)
    assert np.allclose(found.objectives, whole.objectives, rtol=1e-3, equal_nan=True)
    same = found.branch == whole.branch
    assert same.mean() > 0.95
    assert np.array_equal(found.objectives[same], whole.objectives[same], equal_nan=True)
