"""A motion as a table: one row per instant."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.simulation.motion import Motion
from linkwright.trajectory.tables import write_table


def motion_table(motion: Motion) -> tuple[list[str], Array]:
    """Names of columns, and rows: time, positions, rates, accelerations, forces, energies, momenta, errors of closure."""
    heads = ["t", *(name for part in ("q", "v", "a", "tau") for name in motion.labels[part])]
    heads += ["kinetic", "potential", "energy", *motion.labels["conserved"]]
    parts = [motion.t, motion.q, motion.v, motion.a, motion.tau]
    parts += [motion.kinetic, motion.potential, motion.energy, motion.conserved]
    if motion.gaps is not None:
        heads.append("closure")
        parts.append(motion.gaps)
    return heads, np.column_stack(parts)


def write_csv(motion: Motion, path: Path) -> None:
    """The table as comma-separated values."""
    write_table(path, *motion_table(motion))
