"""Consistent parameters: physical, optimal, and near the prior where data are silent."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from linkwright.errors import InputError
from linkwright.identification import consistent as room
from linkwright.identification.compress import Compressed, compressed
from linkwright.identification.consistent import Consistent, ConsistentProblem, NotSolved, by_hold_out, consistent
from linkwright.identification.consistent_cone import MARGIN, Penalty, Solved
from linkwright.identification.pseudo_inertia import positive_priors, pseudo_inertia, ten_parameters

NONNEGATIVE = ("viscous", "coulomb", "rotor")
DRIVES = ("viscous", "coulomb", "offset", "rotor")
PENALTIES: tuple[Penalty, ...] = ("logdet", "frobenius")


def bodies(rng: np.random.Generator, count: int) -> np.ndarray:
    """Ten parameters each of clouds of twenty points: whatever they are, matter could make them."""
    points = (
        rng.normal(size=(count, 20, 3)) * rng.uniform(0.02, 0.2, (count, 1, 3)) + rng.normal(size=(count, 1, 3)) * 0.2
    )
    masses = rng.uniform(0.05, 0.5, (count, 20, 1))
    lifted = np.concatenate([points, np.ones((count, 20, 1))], axis=2)
    return ten_parameters(np.einsum("kpi,kpj->kij", masses * lifted, lifted))


def stub(rng: np.random.Generator, count: int = 2, seen: float = 0.7) -> tuple[ConsistentProblem, np.ndarray]:
    """A model of a few bodies and as many drives of which data see a part, and the true physical parameters."""
    drives = np.tile([0.5, 1.0, -0.2, 0.1], (count, 1)).T.ravel()
    truth = np.concatenate([bodies(rng, count).ravel(), drives])
    prior = np.concatenate([(bodies(rng, count) * 0.3 + truth[: 10 * count].reshape(-1, 10) * 0.7).ravel(), 0 * drives])
    kinds = ("inertial",) * (10 * count) + tuple(kind for kind in DRIVES for _ in range(count))
    B = rng.normal(size=(round(seen * len(truth)), len(truth)))
    return ConsistentProblem(B, prior, kinds, tuple(f"body{k}" for k in range(count))), truth


def measured(
    rng: np.random.Generator, problem: ConsistentProblem, truth: np.ndarray, noise: float, samples: int = 300
) -> Compressed:
    Y = rng.normal(size=(samples, 2, len(problem.B)))
    tau = Y @ (problem.B @ truth) + noise * rng.normal(size=(samples, 2))
    return compressed([(Y, tau)])


def cost(
    problem: ConsistentProblem, data: Compressed, weights: np.ndarray, gamma: float, physical: np.ndarray
) -> float:
    """The log-det objective by its definition."""
    count = len(problem.bodies)
    P = pseudo_inertia(physical[: 10 * count].reshape(-1, 10))
    P0, _ = positive_priors(problem.prior[: 10 * count].reshape(-1, 10), problem.bodies)
    Q = np.linalg.solve(P0, P)
    residual = np.sum((weights * data.errors(problem.B @ physical)) ** 2) / np.sum(data.counts)
    divergence = np.trace(Q, axis1=1, axis2=2) - np.linalg.slogdet(Q)[1] - 4
    return float(residual + gamma * np.sum(divergence))


def test_pseudo_inertias_are_those_of_points() -> None:
    """Of one point: m [r; 1] [r; 1]'; and there and back."""
    r, m = np.array([0.3, -0.2, 0.5]), 2.0
    I = m * (r @ r * np.eye(3) - np.outer(r, r))
    ten = np.array([m, *(m * r), I[0, 0], I[0, 1], I[1, 1], I[0, 2], I[1, 2], I[2, 2]])
    one = np.append(r, 1)
    np.testing.assert_allclose(pseudo_inertia(ten), m * np.outer(one, one), atol=1e-15)
    np.testing.assert_allclose(ten_parameters(pseudo_inertia(ten)), ten, atol=1e-15)


@pytest.mark.parametrize("penalty", PENALTIES)
def test_exact_data_of_all_parameters_give_them(penalty: Penalty) -> None:
    rng = np.random.default_rng(0)
    problem, truth = stub(rng, seen=1.3)
    found = consistent(problem, measured(rng, problem, truth, 0.0), np.full(2, 100.0), 1e-6, penalty)
    np.testing.assert_allclose(found.physical, truth, atol=1e-4)


@pytest.mark.parametrize("penalty", PENALTIES)
@pytest.mark.parametrize("seed", range(5))
def test_noise_does_not_make_unphysical_bodies(penalty: Penalty, seed: int) -> None:
    """Where least squares is far from physical, eigenvalues, counted anew here, are positive and drives not negative."""
    rng = np.random.default_rng(seed)
    problem, truth = stub(rng, seen=1.0)
    data = measured(rng, problem, truth, 3.0)
    factor = data.weighted()
    plain = np.linalg.lstsq(factor[:, :-1] @ problem.B, factor[:, -1], rcond=None)[0]
    assert np.min(np.linalg.eigvalsh(pseudo_inertia(plain[:20].reshape(-1, 10)))) < 0
    found = consistent(problem, data, np.ones(2), 1e-3, penalty)
    P = pseudo_inertia(found.physical[:20].reshape(-1, 10))
    np.testing.assert_allclose(np.linalg.eigvals(P).real.min(axis=1), found.eigenvalues[:, 0], rtol=1e-6)
    assert np.all(found.eigenvalues > 0)
    positive = [k for k, kind in enumerate(problem.kinds) if kind in NONNEGATIVE]
    assert np.all(found.physical[positive] >= 0)
    np.testing.assert_allclose(found.values, problem.B @ found.physical)
    assert found.status == "Solved"


@pytest.mark.parametrize("gamma", [1e-2, 1e-1, 1.0])
def test_the_solution_is_stationary(gamma: float) -> None:
    """The gradient, written down here, vanishes for bodies and free drives and points outward at bounds."""
    rng = np.random.default_rng(7)
    problem, truth = stub(rng, count=3)
    data, weights = measured(rng, problem, truth, 0.3), np.array([3.0, 2.0])
    found = consistent(problem, data, weights, gamma)
    factor = data.weighted(weights) / np.sqrt(np.sum(data.counts))
    M = factor[:, :-1] @ problem.B
    slope = 2 * M.T @ (M @ found.physical - factor[:, -1])
    P = pseudo_inertia(found.physical[:30].reshape(-1, 10))
    P0, _ = positive_priors(problem.prior[:30].reshape(-1, 10), problem.bodies)
    push = gamma * (np.linalg.inv(P0) - np.linalg.inv(P))
    units = pseudo_inertia(np.eye(10))
    for k in range(3):
        whole = slope[10 * k : 10 * k + 10] + np.einsum("aij,ij->a", units, push[k])
        root = np.linalg.cholesky(P[k])  # steps as long as the body is large, in every direction
        steps = np.array([ten_parameters(root @ (u + u.T) / 2 @ root.T) for u in np.eye(16).reshape(-1, 4, 4)])
        assert np.max(np.abs(steps @ whole)) < 1e-3 * np.max(np.abs(steps @ slope[10 * k : 10 * k + 10]))
    for k in range(30, len(slope)):
        by_force = slope[k] / np.linalg.norm(M[:, k])
        at_bound = problem.kinds[k] in NONNEGATIVE and found.physical[k] < 1e-6
        assert (by_force > -5e-4) if at_bound else (abs(by_force) < 5e-4)


def by_log_cholesky(problem: ConsistentProblem, data: Compressed, weights: np.ndarray, gamma: float) -> np.ndarray:
    """The same minimum over P = L L' with exp on the diagonal of L, and drives as squares, by a quasi-Newton method."""
    from scipy.optimize import minimize

    count = len(problem.bodies)
    low = np.tril_indices(4)
    P0, _ = positive_priors(problem.prior[: 10 * count].reshape(-1, 10), problem.bodies)
    bounded = np.array([kind in NONNEGATIVE for kind in problem.kinds[10 * count :]])

    def physical(x: np.ndarray) -> np.ndarray:
        L = np.zeros((count, 4, 4))
        L[:, low[0], low[1]] = x[: 10 * count].reshape(-1, 10)
        diagonal = np.einsum("kii->ki", L)
        diagonal[:] = np.exp(diagonal)
        root = np.linalg.cholesky(P0) @ L
        drives = np.where(bounded, x[10 * count :] ** 2, x[10 * count :])
        return np.concatenate([ten_parameters(root @ root.transpose(0, 2, 1)).ravel(), drives])

    start = np.concatenate([np.zeros(10 * count), np.where(bounded, 0.5, 0.0)])
    x = start
    for _ in range(4):  # begin anew where differences of a gradient have ended too early
        x = minimize(
            lambda y: cost(problem, data, weights, gamma, physical(y)), x, method="BFGS", options={"gtol": 1e-9}
        ).x
    return physical(x)


def test_no_other_method_finds_a_lower_cost() -> None:
    rng = np.random.default_rng(8)
    problem, truth = stub(rng, count=1)
    data, weights = measured(rng, problem, truth, 0.5), np.array([2.0, 2.0])
    found = consistent(problem, data, weights, 1e-2)
    other = by_log_cholesky(problem, data, weights, 1e-2)
    ours, theirs = (cost(problem, data, weights, 1e-2, physical) for physical in (found.physical, other))
    assert ours <= theirs * (1 + 1e-7)
    assert ours == pytest.approx(theirs, rel=1e-5)
    np.testing.assert_allclose(found.physical, other, atol=2e-3)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("penalty", PENALTIES)
def test_cvxpy_finds_the_same(penalty: Penalty) -> None:
    cp = pytest.importorskip("cvxpy")
    rng = np.random.default_rng(9)
    problem, truth = stub(rng)
    data, weights, gamma = measured(rng, problem, truth, 0.5), np.array([2.0, 2.0]), 1e-2
    P0, _ = positive_priors(problem.prior[:20].reshape(-1, 10), problem.bodies)
    factor = data.weighted(weights) / np.sqrt(np.sum(data.counts))
    physical = cp.Variable(len(truth))
    objective = cp.sum_squares(factor[:-1, :-1] @ problem.B @ physical - factor[:-1, -1])
    limits = [physical[k] >= 0 for k, kind in enumerate(problem.kinds) if kind in NONNEGATIVE]
    units = pseudo_inertia(np.eye(10))
    for k in range(2):
        root = np.linalg.inv(
            np.linalg.cholesky(P0[k])
        )  # another root of the prior: neither penalty knows the difference
        Q = sum(physical[10 * k + a] * (root @ units[a] @ root.T) for a in range(10))
        limits.append(Q >> MARGIN * np.eye(4))
        objective += gamma * (cp.trace(Q) - cp.log_det(Q) if penalty == "logdet" else cp.sum_squares(Q - np.eye(4)))
    cp.Problem(cp.Minimize(objective), limits).solve(solver="CLARABEL")
    found = consistent(problem, data, weights, gamma, penalty)
    np.testing.assert_allclose(found.physical, physical.value, atol=1e-4)


def test_gamma_leads_from_the_data_to_the_prior() -> None:
    rng = np.random.default_rng(10)
    problem, truth = stub(rng)
    data, weights = measured(rng, problem, truth, 0.1), np.full(2, 10.0)
    found = [consistent(problem, data, weights, gamma) for gamma in (1e-5, 1e-3, 1e-1, 1e1, 1e7)]
    residuals = [data.relative(one.values) for one in found]
    away = [cost(problem, data, np.zeros(2), 1.0, one.physical) for one in found]
    assert residuals == sorted(residuals)
    assert away == sorted(away, reverse=True)
    np.testing.assert_allclose(found[-1].physical[:20], problem.prior[:20], atol=1e-2)


def test_gamma_by_hold_out_is_the_largest_that_predicts_as_well() -> None:
    rng = np.random.default_rng(11)
    problem, truth = stub(rng)
    fit, held = (measured(rng, problem, truth, 0.5, samples) for samples in (200, 100))
    found, trials = by_hold_out(problem, fit, held, np.full(2, 2.0))
    best = min(t.score for t in trials)
    assert [t.gamma for t in trials] == sorted(t.gamma for t in trials)
    assert found.gamma == max(t.gamma for t in trials if t.score <= 1.05 * best)
    chosen = next(t for t in trials if t.gamma == found.gamma)
    assert chosen.held_out == pytest.approx(held.relative(found.values))
    assert chosen.fit == pytest.approx(fit.relative(found.values))
    again = consistent(problem, fit, np.full(2, 2.0), found.gamma)
    np.testing.assert_allclose(again.physical, found.physical, rtol=1e-9)


def test_drives_that_data_do_not_see_keep_their_prior() -> None:
    rng = np.random.default_rng(12)
    problem, truth = stub(rng)
    B, prior = problem.B.copy(), problem.prior.copy()
    B[:, 20:22], prior[20:22] = 0, (0.7, 0.0)
    blind = replace(problem, B=B, prior=prior)
    found = consistent(blind, measured(rng, blind, truth, 0.1), np.full(2, 10.0), 1e-3)
    np.testing.assert_allclose(found.physical[20:22], (0.7, 0.0), atol=1e-12)


def test_priors_that_no_matter_has_are_mended_and_told() -> None:
    rng = np.random.default_rng(13)
    ten = bodies(rng, 4)
    ten[1] = 0  # nothing is known
    ten[2, 4:] = np.array([0.3, 0, 0.1, 0, 0, 0.1]) + np.einsum("ij->ij", _moved(ten[2]))[0]  # 0.3 > 0.1 + 0.1
    ten[3, 4:] = _moved(ten[3])[0]  # a point
    priors, notes = positive_priors(ten, ("arm", "ghost", "wrong", "dot"))
    assert np.all(np.linalg.eigvalsh(priors) > 0)
    np.testing.assert_allclose(priors[0], pseudo_inertia(ten[0]), rtol=1e-12)
    assert [note.split("'")[1] for note in notes] == ["ghost", "wrong", "dot"]
    assert "no mass" in notes[0]
    assert "no matter has" in notes[1]
    assert "is a point" in notes[2]
    np.testing.assert_allclose(priors[[2, 3], 3], pseudo_inertia(ten[[2, 3]])[:, 3], rtol=1e-12)  # mass and centre stay


def _moved(ten: np.ndarray) -> np.ndarray:
    """(1, 6): what the distance of its centre adds to the inertia of a body."""
    m, h = ten[0], ten[1:4]
    I = (h @ h * np.eye(3) - np.outer(h, h)) / m
    return np.array([[I[0, 0], I[0, 1], I[1, 1], I[0, 2], I[1, 2], I[2, 2]]])


def test_a_mended_prior_does_not_depend_on_the_frame() -> None:
    rng = np.random.default_rng(14)
    ten = bodies(rng, 1)
    ten[:, 4:] = _moved(ten[0]) + np.array([0.3, 0, 0.1, 0, 0, 0.1])
    X = np.eye(4)
    X[:3, :3] = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    X[:3, 3] = rng.normal(size=3)
    elsewhere = ten_parameters(X @ pseudo_inertia(ten) @ X.T)
    there, _ = positive_priors(elsewhere, ("a",))
    here, _ = positive_priors(ten, ("a",))
    np.testing.assert_allclose(there, X @ here @ X.T, atol=1e-10)


def test_a_solver_that_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(15)
    problem, truth = stub(rng)
    data = measured(rng, problem, truth, 0.1)
    real = room.solve_cones

    def fails_below(limit: float) -> None:
        def solve(program: room.Program, gamma: float, penalty: Penalty) -> Solved:
            solved = real(program, gamma, penalty)
            return solved if gamma > limit else replace(solved, status="MaxIterations")

        monkeypatch.setattr(room, "solve_cones", solve)

    fails_below(1.0)
    with pytest.raises(NotSolved, match=r"gamma 0.001: the solver says MaxIterations") as error:
        consistent(problem, data, np.ones(2), 1e-3)
    assert "larger gamma" in error.value.hint
    with pytest.raises(NotSolved):
        by_hold_out(problem, data, data, np.ones(2))
    fails_below(1e-3)
    found, trials = by_hold_out(problem, data, data, np.ones(2))
    assert found.gamma > 1e-3
    assert [t.status for t in trials if t.gamma <= 1e-3] == ["MaxIterations"] * 5


def test_bad_problems_are_told() -> None:
    rng = np.random.default_rng(16)
    problem, truth = stub(rng)
    data = measured(rng, problem, truth, 0.1)
    with pytest.raises(InputError, match="gamma is 0"):
        consistent(problem, data, np.ones(2), 0.0)
    with pytest.raises(InputError, match="no penalty 'l1'"):
        consistent(problem, data, np.ones(2), 1e-3, "l1")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="data of 19 identifiable parameters for a model of 20"):
        consistent(problem, data.without([0]), np.ones(2), 1e-3)
    with pytest.raises(InputError, match="must be the first ones"):
        replace(problem, kinds=problem.kinds[::-1])
    with pytest.raises(InputError, match="28 columns, 27 values"):
        replace(problem, prior=problem.prior[1:])
    with pytest.raises(InputError, match="no gamma"):
        by_hold_out(problem, data, data, np.ones(2), ())


def largest(found: Consistent) -> float:
    return float(np.max(np.abs(found.physical)))


def test_the_unit_of_force_does_not_matter() -> None:
    """Forces and masses a million times as large give parameters a million times as large."""
    rng = np.random.default_rng(17)
    problem, truth = stub(rng)
    data = measured(rng, problem, truth, 0.1)
    scale = np.append(np.ones(data.size), 1e6)
    big = Compressed(data.R * scale, data.counts)
    one = consistent(problem, data, np.full(2, 10.0), 1e-3)
    other = consistent(replace(problem, prior=1e6 * problem.prior), big, np.full(2, 1e-5), 1e-3)
    np.testing.assert_allclose(other.physical / 1e6, one.physical, atol=1e-5 * largest(one))
