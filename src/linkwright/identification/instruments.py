"""Instrumental variables: least squares whose errors do not come from noise in the columns.

Janot, Vandanjon & Gautier 2014. Noise of positions, twice differentiated, sits in the columns and pulls estimates towards zero.
Columns along a simulated motion, which follows the measured one but is not disturbed with it, are multiplied from the left:
Z' Y p = Z' tau. The motion is simulated with parameters that bodies can have and that explain the recording, under the measured
forces and a slow feedback that keeps it near what was measured. Started from those, and not from a file's, one round is enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError
from linkwright.identification.estimate import Estimate
from linkwright.identification.model import IdentificationModel
from linkwright.identification.samples import Samples

_FASTER = 20.0
"""How much faster than the motion the feedback is. On a recorded seven-axis arm 10 to 40 served (0.99 to 1.17 % held out), 5
did not: dry friction that is a little off then stops a joint."""
_SIMULATED = 5000
"""Samples that are simulated of each recording: more are thinned out."""


def instrumental(
    model: IdentificationModel, recordings: Sequence[Samples], start: Estimate, body: Array, independent: float
) -> Estimate:
    """The estimate that noise in positions does not bias.

    start: weighted least squares, whose weights are used; body: parameters that bodies can have, for the simulation
    """
    if any(s.q.shape[1] != s.v.shape[1] or s.more for s in recordings):
        what = f"instrumental variables are simulated, and '{model.robot.name}' has positions that are no integrals of rates"
        raise InputError(what, model.robot.source, "use --method wls or robust")
    thinned = [s.at_most(_SIMULATED) for s in recordings]
    share = min(1.0, independent * sum(map(len, recordings)) / sum(map(len, thinned)))
    weights, n = 1 / start.sigma, len(start.values)
    crossed, squared, pulled = np.zeros((n, n)), np.zeros((n, n)), np.zeros(n)
    for s in thinned:
        Z = simulated(model, s, body).columns(model) * weights[:, None]
        Y, tau = s.columns(model) * weights[:, None], s.unknown(model) * weights
        crossed += np.einsum("sri,srj->ij", Z, Y)
        squared += np.einsum("sri,srj->ij", Z, Z)
        pulled += np.einsum("sri,sr->i", Z, tau)
    scale = np.sqrt(np.maximum(np.diag(squared), 1e-300))
    inverse = np.linalg.pinv(crossed / np.outer(scale, scale), rcond=1e-9) / np.outer(scale, scale)
    values = start.values + inverse @ (pulled - crossed @ start.values)
    left = np.concatenate([s.unknown(model) - s.columns(model) @ values for s in thinned])
    sigma: Array = np.sqrt(np.mean(left**2, axis=0))
    noise = float(np.mean((sigma * weights) ** 2))
    covariance = inverse @ squared @ inverse.T * noise / share
    errors = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    errors = np.where(np.isinf(start.errors), np.inf, errors)
    return replace(start, method="iv", values=values, covariance=covariance, errors=errors, sigma=sigma)


def simulated(model: IdentificationModel, s: Samples, values: Array) -> Samples:
    """The same recording along a simulated motion."""
    dt = float(np.median(np.diff(s.t)))
    turn = _FASTER * float(np.median(np.std(s.a, axis=0) / np.maximum(np.std(s.v, axis=0), 1e-12)))
    nv, forces = s.v.shape[1], s.unknown(model)
    q, v, a = np.zeros((3, len(s), nv))
    state = np.concatenate([s.q[0], s.v[0]])
    slow = {} if s.slow is None else {"slow": s.slow}

    def slope(x: Array, k: float) -> Array:
        """Rates of the state; k: sample, between samples on straight lines."""
        here, after = (min(int(k) + i, len(s) - 1) for i in (0, 1))
        part = k - int(k)
        wanted = [(1 - part) * y[here] + part * y[after] for y in (s.q, s.v, forces, s.tau)]
        pull = turn**2 * (wanted[0] - x[:nv]) + 2 * turn * (wanted[1] - x[nv:])
        free = accelerations(model, x[:nv], x[nv:], wanted[2], values, tau=wanted[3], **slow)
        return np.concatenate([x[nv:], free + pull])

    for k in range(len(s)):
        rate = slope(state, k)
        q[k], v[k], a[k] = state[:nv], state[nv:], rate[nv:]
        second = slope(state + dt / 2 * rate, k + 0.5)
        third = slope(state + dt / 2 * second, k + 0.5)
        fourth = slope(state + dt * third, k + 1)
        state = state + dt / 6 * (rate + 2 * second + 2 * third + fourth)
        if not np.all(np.isfinite(state)):
            what = "the motion simulated with the parameters found so far goes to infinity: they are no robot's"
            raise InputError(what, s.name, "use --method wls or robust, or record a more exciting motion")
    return replace(s.sharp, q=q, v=v, a=a)


def accelerations(model: IdentificationModel, q: Array, v: Array, forces: Array, values: Array, **more: Array) -> Array:
    """Of the model with these parameters: its forces are linear in the accelerations. more: as of its columns."""
    nv = len(v)
    trial = np.vstack([np.zeros(nv), np.eye(nv)])
    made = model.columns(np.broadcast_to(q, (nv + 1, nv)), np.broadcast_to(v, (nv + 1, nv)), trial, **more) @ values
    M = (made[1:] - made[0]).T
    return np.asarray(np.linalg.solve(M, forces - made[0]), float)
