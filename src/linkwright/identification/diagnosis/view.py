"""One way to read a recording: samples, perhaps changed, the model, and which force with which sign belongs to which row."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.identification.diagnosis.evidence import Evidence, Explained, evidence
from linkwright.identification.model import IdentificationModel
from linkwright.identification.samples import Samples

COUPLED = 0.5
"""Gain in score from which on another sign of a force is believed: the product of the residuals falls by 40 %.
Signs of forces that share no parameters change nothing, and in good data any turned sign is a loss."""
ORDERED = 1.0
"""The same for another order of the forces."""
_MISSING = 0.2
"""Part of the samples in which a closed robot may not close before a reading is given up."""


@dataclass(frozen=True, eq=False)
class View:
    """order, sign: row j has the force of column order[j], times sign[j]."""

    model: IdentificationModel
    samples: Samples
    order: tuple[int, ...]
    sign: tuple[int, ...]

    @staticmethod
    def of(model: IdentificationModel, samples: Samples) -> View:
        """As the recording says."""
        count = len(model.rows)
        return View(model, samples, tuple(range(count)), (1,) * count)

    @cached_property
    def evidence(self) -> Evidence | None:
        """None where the model has no columns for these samples."""
        samples = self.samples
        Y = samples.columns(self.model)
        # candidates for each row: every force, and what is known of the row
        known = samples.tau - samples.unknown(self.model)
        forces = np.repeat(samples.tau[:, None, :], Y.shape[1], axis=1)
        forces = np.concatenate([forces, known[:, :, None]], axis=2)
        good = np.isfinite(Y.sum(axis=(1, 2))) & np.isfinite(known.sum(axis=1))
        if np.mean(good) < 1 - _MISSING:
            return None
        return evidence(Y[good], forces[good])

    @cached_property
    def fit(self) -> Explained:
        """How well this reading is explained; not at all where the robot cannot close."""
        if self.evidence is None:
            size = np.sqrt(np.mean(self.samples.tau**2, axis=0))
            return Explained(np.zeros(len(self.model.names)), np.ones(len(size)), size)
        return self.evidence.explained(self._choice(self.order, self.sign))

    def _choice(self, order: tuple[int, ...], sign: tuple[int, ...]) -> Array:
        U = np.zeros((len(order), len(order) + 1))
        U[np.arange(len(order)), order] = sign
        U[:, -1] = -1.0
        return U

    def best(self) -> View:
        """The same samples and model with the order and the signs of forces that are explained best, where others than the
        given ones are believed."""
        if self.evidence is None:
            return self
        own = self._signed()
        order = self._assigned()
        if order == self.order:
            return own
        other = replace(self, order=order, sign=(1,) * len(self.order))._sharing(self)._signed()
        return other if other.fit.score < own.fit.score - ORDERED else own

    def _assigned(self) -> tuple[int, ...]:
        """Each row with the force that its own columns explain, all of them together."""
        from scipy.optimize import linear_sum_assignment

        assert self.evidence is not None
        count = len(self.order)
        cost = np.log(np.maximum(self.evidence.alone()[:, :count], 1e-4))
        assign: Any = linear_sum_assignment
        return tuple(int(k) for k in assign(cost)[1])

    def _signed(self) -> View:
        """Signs turned, one after another, as long as that explains much more."""
        view = self
        for _ in self.order:
            turned = [
                view.resigned(tuple(-s if j == k else s for j, s in enumerate(view.sign)))
                for k in range(len(view.sign))
            ]
            best = min(turned, key=lambda x: x.fit.score)
            if best.fit.score >= view.fit.score - COUPLED:
                break
            view = best
        # a sign of all forces changes nothing: the reading that turns fewer is the simpler one
        if 2 * sum(s < 0 for s in view.sign) > len(view.sign):
            view = view.resigned(tuple(-s for s in view.sign))
        return view

    def resigned(self, sign: tuple[int, ...]) -> View:
        """The same with other signs."""
        return replace(self, sign=sign)._sharing(self)

    def _sharing(self, other: View) -> View:
        """Sums over samples that were made before; of views with the same samples and model."""
        self.__dict__["evidence"] = other.evidence
        return self

    @property
    def read(self) -> Samples:
        """The samples in this reading: forces in the order of the rows, with their signs."""
        return replace(self.samples, tau=self.samples.tau[:, list(self.order)] * np.array(self.sign))
