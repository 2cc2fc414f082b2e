"""What an estimate is worth: condition numbers, parameters that go together, and what these data do not see, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.identification.compress import Compressed
from linkwright.identification.estimate import Estimate

_SMALL, _TERMS = 0.02, 8
"""Part of a combination, relative to its largest in columns of unit length, that words leave out; most terms of a sentence."""
LACKING = {
    "viscous": "speeds of that joint that differ",
    "coulomb": "motion of that joint in both directions",
    "offset": "motion of that joint in both directions",
    "rotor": "accelerations of that joint, in postures that differ",
    "spring": "positions of that joint that differ",
    "asymmetric": "speeds of that joint that differ, in both directions",
    "stribeck": "slow and fast motion of that joint, in both directions",
    "load": "motion of that joint under loads that differ",
    "m": "accelerations, or postures that turn the body against gravity",
    "mx": "postures that turn the body against gravity",
    "my": "postures that turn the body against gravity",
    "mz": "postures that turn the body against gravity",
    "I": "fast turns of the body about several axes",
}
"""What a motion lacks that does not show a parameter, by the word before the underscore of its name; I: all inertias."""


@dataclass(frozen=True)
class ConditionNumbers:
    """Condition numbers of the weighted columns: as they are, and scaled to unit length."""

    plain: float
    scaled: float


@dataclass(frozen=True)
class Correlation:
    """Two parameters whose errors go together: correlation of the errors, -1 to 1."""

    first: str
    second: str
    value: float


@dataclass(frozen=True)
class Unseen:
    """A change of parameters that changes no force of these data: names, and by how much each changes.

    words: what it means; lacking: what a motion needs that shows it
    """

    names: tuple[str, ...]
    parts: tuple[float, ...]
    words: str
    lacking: str


def conditions(data: Compressed, weights: Array | None = None) -> ConditionNumbers:
    """Condition numbers of the stacked columns, each row times its weight; infinite where a column is zero."""
    A = data.weighted(weights)[:-1, :-1]
    lengths = np.linalg.norm(A, axis=0)
    scaled = A / np.where(lengths > 0, lengths, 1.0)
    return ConditionNumbers(*(float(np.linalg.cond(columns)) for columns in (A, scaled)))


def correlations(
    estimate: Estimate, names: Sequence[str], least: float = 0.9, most: int = 10
) -> tuple[Correlation, ...]:
    """The pairs of parameters with the largest correlations of their errors, from `least` on."""
    deviation = np.sqrt(np.maximum(np.diag(estimate.covariance), 0.0))
    known = np.isfinite(estimate.errors) & (deviation > 0)
    matrix = np.zeros_like(estimate.covariance)
    place = np.ix_(known, known)
    matrix[place] = estimate.covariance[place] / np.outer(deviation[known], deviation[known])
    first, second = np.triu_indices(len(deviation), 1)
    values = matrix[first, second]
    order = np.argsort(-np.abs(values), kind="stable")[:most]
    return tuple(
        Correlation(names[int(first[k])], names[int(second[k])], float(values[k]))
        for k in order
        if abs(values[k]) >= least
    )


def unseen(estimate: Estimate, data: Compressed, names: Sequence[str]) -> tuple[Unseen, ...]:
    """What the data of an estimate leave open, one combination after another, each with as few parameters as can be."""
    if not len(estimate.unseen):
        return ()
    from scipy.linalg import qr

    # the unseen directions are any basis of their space; pivots in which they are the unit matrix make them sparse and readable
    lengths = np.linalg.norm(data.weighted(1 / estimate.sigma)[:-1, :-1], axis=0)
    lengths = np.where(lengths > 0, lengths, 1.0)
    directions = estimate.unseen * lengths
    factored: Any = qr(directions, mode="r", pivoting=True)
    pivots = np.asarray(factored[-1])[: len(directions)]
    reduced = np.linalg.solve(directions[:, pivots], directions).astype(np.float64)
    return tuple(_told(reduced[k], lengths, names) for k in np.argsort(pivots))


def _told(direction: Array, lengths: Array, names: Sequence[str]) -> Unseen:
    """One combination in words; the first parameter in the order of the model changes by one."""
    size = np.abs(direction)
    order = sorted(int(k) for k in np.argsort(-size, kind="stable")[:_TERMS] if size[k] > _SMALL * np.max(size))
    changes = direction / lengths
    parts = tuple(float(changes[k] / changes[order[0]]) for k in order)
    some = tuple(names[k] for k in order)
    lacking = "; ".join(dict.fromkeys(lack for name in some if (lack := _lack(name))))
    if len(some) == 1:
        return Unseen(some, parts, f"{some[0]} makes no force that shows in these data", lacking)
    terms = " ".join(
        f"{'-' if part < 0 else '+'} {_factor(part)}{name}" for part, name in zip(parts, some, strict=True)
    )
    rest = " and less of others" if np.sum(size > _SMALL * np.max(size)) > len(order) else ""
    words = f"a change of {terms.removeprefix('+ ')}{rest} makes no force that shows in these data"
    return Unseen(some, parts, words, lacking)


def _factor(part: float) -> str:
    return "" if abs(abs(part) - 1) < 5e-4 else f"{abs(part):.3g} "


def _lack(name: str) -> str:
    kind = name.partition("_")[0]
    return LACKING.get("I" if kind.startswith("I") else kind, "")
