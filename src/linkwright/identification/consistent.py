"""Physical parameters of bodies and drives that could be those of a machine: every pseudo-inertia positive definite, friction
and rotors not negative.

Data see fewer combinations than there are parameters; without more, a solver is free to give a link 19 tonnes that its
neighbour takes back. Among all that explain the data the one near the prior is taken, in units of the prior (Wensing, Kim &
Slotine 2018; Sousa & Cortesao 2019; Lee, Wensing & Park 2020):

    min |W (Y B p - tau)|^2 / N + gamma sum over bodies D(P0^-1/2 P P0^-1/2)

W is one over the noise of each force, so the first term is about one where the model is right, and gamma has no unit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError, counted
from linkwright.identification.compress import Compressed
from linkwright.identification.consistent_cone import Penalty, Program, solve_cones, vec_places
from linkwright.identification.pseudo_inertia import positive_priors, pseudo_inertia, ten_parameters
from linkwright.mechanics.tree.drive_columns import NONNEGATIVE

GAMMAS = tuple(10.0 ** (e / 2) for e in range(-10, -1))
"""Half decades from 1e-5 to 1e-1."""
_AS_GOOD = 1.05
"""Held-out residuals up to this factor of the best are called equally good: another split of a recorded seven-axis arm moves
them by more. With 1.01 its lightest link came out at a ninth of the file's mass, with 1.05 at 0.3 to 0.4 of it."""
_GOOD_ENDS = ("Solved", "AlmostSolved")


@dataclass(frozen=True, eq=False)
class ConsistentProblem:
    """What is looked for.

    B:      (n, parameters): identifiable values = B @ physical values
    prior:  (parameters,) physical values of the robot's file
    kinds:  of each physical parameter: "inertial", "viscous", "coulomb", "offset", "rotor", ...
    bodies: names; ten inertial parameters each come first, in this order
    """

    B: Array
    prior: Array
    kinds: tuple[str, ...]
    bodies: tuple[str, ...]

    def __post_init__(self) -> None:
        inertial = 10 * len(self.bodies)
        if not self.B.shape[1] == len(self.prior) == len(self.kinds) >= inertial:
            what = f"{self.B.shape[1]} columns, {len(self.prior)} values and {len(self.kinds)} kinds of physical parameters"
            raise InputError(what, hint=f"they must be as many, and {inertial} of them belong to bodies")
        if any((kind == "inertial") != (k < inertial) for k, kind in enumerate(self.kinds)):
            raise InputError(
                "inertial parameters must be the first ones", hint="ten per body, then those of the drives"
            )


@dataclass(frozen=True, eq=False)
class Consistent:
    """Physical parameters, the identifiable values they give, eigenvalues (bodies, 4) of the pseudo-inertias, how the solver
    ended and after which time, and what had to be changed of the prior."""

    physical: Array
    values: Array
    eigenvalues: Array
    gamma: float
    penalty: Penalty
    status: str
    seconds: float
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Trial:
    """One gamma: |e| / |tau| of the data that were fitted and of those held out, and the root mean square of the held-out
    residual in units of the noise, by which gamma is chosen; of a solver that failed the residuals are infinite."""

    gamma: float
    fit: float
    held_out: float
    score: float
    status: str


def consistent(
    problem: ConsistentProblem, data: Compressed, weights: Array, gamma: float, penalty: Penalty = "logdet"
) -> Consistent:
    """The consistent parameters for one gamma.

    weights: (rows,) one over the standard deviation of each measured force
    """
    if not gamma > 0 or not np.isfinite(gamma):
        raise InputError(f"gamma is {gamma:g}", hint="it must be positive, as 1e-3; more is nearer to the prior")
    if penalty not in ("logdet", "frobenius"):
        raise InputError(f"there is no penalty '{penalty}'", hint="it is logdet or frobenius")
    return _attempt(problem, _whitened(problem, data, weights), gamma, penalty)


def by_hold_out(
    problem: ConsistentProblem,
    fit: Compressed,
    held_out: Compressed,
    weights: Array,
    gammas: Sequence[float] = GAMMAS,
    penalty: Penalty = "logdet",
) -> tuple[Consistent, tuple[Trial, ...]]:
    """The consistent parameters for the largest gamma that predicts held-out data within 5 % of the best, and what was tried.

    The largest, and not the best: the held-out residual is flat over decades, its minimum is chance, and of equally good
    predictions the one nearest to the file has the fewest surprises in the directions that the data do not see.
    """
    whitened = _whitened(problem, fit, weights)
    found: list[Consistent] = []
    trials: list[Trial] = []
    failure: NotSolved | None = None
    for gamma in sorted(gammas):
        try:
            one = _attempt(problem, whitened, gamma, penalty)
        except NotSolved as error:
            failure = error
            trials.append(Trial(gamma, np.inf, np.inf, np.inf, error.status))
            continue
        score = np.linalg.norm(weights * held_out.errors(one.values)) / np.sqrt(np.sum(held_out.counts))
        found.append(one)
        trials.append(Trial(gamma, fit.relative(one.values), held_out.relative(one.values), float(score), one.status))
    if not found:
        raise failure or InputError("there is no gamma to try", hint="leave gammas out, or give positive numbers")
    best = min(trial.score for trial in trials)
    chosen = max(trial.gamma for trial in trials if trial.score <= _AS_GOOD * best)
    return next(one for one in found if one.gamma == chosen), tuple(trials)


class NotSolved(InputError):
    """The solver ended without an answer that can be trusted."""

    def __init__(self, status: str, gamma: float, why: str = "") -> None:
        what = (
            f"no physically consistent parameters were found with gamma {gamma:g}: {why or f'the solver says {status}'}"
        )
        hint = (
            "try a larger gamma or the penalty frobenius, and look whether the file's masses are those of the machine"
        )
        super().__init__(what, hint=hint)
        self.status = status


@dataclass(frozen=True, eq=False)
class _Whitened:
    """The program in units of the prior: physical values are T x."""

    program: Program
    T: Array
    notes: tuple[str, ...]


def _attempt(problem: ConsistentProblem, whitened: _Whitened, gamma: float, penalty: Penalty) -> Consistent:
    began = perf_counter()
    solved = solve_cones(whitened.program, gamma, penalty)
    if solved.status not in _GOOD_ENDS or not np.all(np.isfinite(solved.x)):
        raise NotSolved(solved.status, gamma)
    inertial = 10 * len(problem.bodies)
    blind = np.append(np.zeros(inertial, dtype=bool), ~np.any(whitened.program.M[:, inertial:], axis=0))
    physical = np.where(blind, problem.prior, whitened.T @ solved.x)
    negative = np.append(np.zeros(inertial, dtype=bool), whitened.program.nonnegative) & (physical < 0)
    physical[negative] = 0.0  # an interior point ends within its tolerance of the bound, on either side
    eigenvalues = np.linalg.eigvalsh(pseudo_inertia(physical[:inertial].reshape(-1, 10))).astype(np.float64)
    if np.any(eigenvalues <= 0):
        body = problem.bodies[int(np.argmin(eigenvalues[:, 0]))]
        raise NotSolved(solved.status, gamma, f"the pseudo-inertia of body '{body}' came out as not positive")
    notes = whitened.notes
    if solved.status != _GOOD_ENDS[0]:
        notes = (
            *notes,
            f"with gamma {gamma:g} the solver ended short of its usual accuracy, after {counted(solved.iterations, 'step')}",
        )
    seconds = perf_counter() - began
    return Consistent(physical, problem.B @ physical, eigenvalues, gamma, penalty, solved.status, seconds, notes)


def _whitened(problem: ConsistentProblem, data: Compressed, weights: Array) -> _Whitened:
    """Unknowns that are about one: each body seen from its prior, each drive parameter by the force it makes."""
    if problem.B.shape[0] != data.size:
        what = f"data of {data.size} identifiable parameters for a model of {problem.B.shape[0]}"
        raise InputError(what, hint="compress the data with the columns of this model")
    count, inertial = len(problem.bodies), 10 * len(problem.bodies)
    priors, notes = positive_priors(problem.prior[:inertial].reshape(-1, 10), problem.bodies)
    factor = data.weighted(weights) / np.sqrt(np.sum(data.counts))
    M = factor[:-1, :-1] @ problem.B
    T = np.zeros((len(problem.prior), len(problem.prior)))
    for k in range(count):
        T[10 * k : 10 * k + 10, 10 * k : 10 * k + 10] = _from_prior(priors[k])
    force = np.linalg.norm(M[:, inertial:], axis=0)
    drive = np.where(np.isfinite(problem.prior[inertial:]), problem.prior[inertial:], 0.0)
    unit = 1 / np.maximum(force, 1e-9 * max(float(np.max(force, initial=0.0)), 1e-300))
    unit = np.where(force > 0, unit, np.maximum(np.abs(drive), 1.0))
    T[range(inertial, len(T)), range(inertial, len(T))] = unit
    nonnegative = np.array([kind in NONNEGATIVE for kind in problem.kinds[inertial:]], dtype=bool)
    return _Whitened(Program(M @ T, factor[:-1, -1], count, nonnegative, drive / unit), T, notes)


def _from_prior(P0: Array) -> Array:
    """(10, 10): vec Q -> the ten parameters of P = P0^1/2 Q P0^1/2."""
    moments, axes = np.linalg.eigh(P0)
    root = (axes * np.sqrt(moments)) @ axes.T
    rows, columns, factors = vec_places(4)
    units = np.zeros((10, 4, 4))
    units[range(10), rows, columns] = units[range(10), columns, rows] = 1 / factors
    return ten_parameters(root @ units @ root).T
