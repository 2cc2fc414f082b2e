"""Arms with known errors of their geometry, measured without and with noise."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import linkwright as lw
from linkwright.calibration.chain import Chain, chain_to
from linkwright.calibration.elementary_transforms import Postures, poses
from linkwright.calibration.measured import KINDS, inverse
from linkwright.calibration.run import tree_and_frame
from linkwright.model.robot import OpenRobot

Array = np.ndarray[Any, Any]
EXAMPLES = Path(__file__).parents[2] / "examples"
DEFAULT = ("base", "tool", "offsets", "lengths", "angles")


def example_robot(name: str) -> Path:
    """A file of example-robot-data."""
    pin = pytest.importorskip("pinocchio")
    path = Path(pin.__file__).parents[4] / "share" / "example-robot-data" / "robots" / name
    return path if path.exists() else pytest.skip("example-robot-data is not installed")


def random_arm(types: str, seed: int) -> OpenRobot:
    """A modified Denavit-Hartenberg arm with random lengths and angles; types: R and P."""
    rng = np.random.default_rng(seed)
    rows = []
    for t in types:
        alpha, a, d, theta = rng.uniform(-2, 2), *rng.uniform(0.1, 0.5, 2), rng.uniform(-1, 1)
        rows.append((t, alpha, a, d, f"q + {theta}") if t == "R" else (t, alpha, a, f"q + {d}", theta))
    return lw.dh(rows, convention="modified", name=f"arm_{types}")


@dataclass(frozen=True)
class Truth:
    """A chain with wrong parameters, and the table that was measured on it."""

    chain: Chain
    values: Array
    table: dict[str, Array]


def measure(
    robot: Any, kind: str = "pose", N: int = 50, *, noise: float = 0.0, seed: int = 0, size: float = 2e-3
) -> Truth:
    """Errors of all parameters, a base and a tool anywhere, and what an instrument would say at random postures."""
    rng = np.random.default_rng(seed)
    tree, frame = tree_and_frame(robot, "")
    chain = chain_to(tree, frame, DEFAULT, KINDS[kind].axes)
    base, tool = np.eye(4), np.eye(4)
    base[:3, :3], base[:3, 3] = Rotation.random(random_state=seed).as_matrix(), rng.normal(size=3)
    tool[:3, :3], tool[:3, 3] = Rotation.from_rotvec(rng.normal(size=3) * 0.5).as_matrix(), rng.uniform(0.05, 0.15, 3)
    chain = chain.starting(base, tool)
    values = rng.normal(size=len(chain.parameters)) * size
    q = rng.uniform(-1.8, 1.8, (N, tree.nq))
    T = poses(chain.transforms, values, Postures(q, np.zeros((N, tree.nv))))
    return Truth(chain, values, {**dict(zip(tree.position_names, q.T, strict=True)), **columns(kind, T, noise, rng)})


def columns(kind: str, T: Array, noise: float, rng: np.random.Generator) -> dict[str, Array]:
    """What is measured of poses, with noise (m, rad)."""
    T = inverse(T) if kind == "camera" else np.array(T)
    T[:, :3, 3] += rng.normal(size=(len(T), 3)) * noise
    T[:, :3, :3] = T[:, :3, :3] @ Rotation.from_rotvec(rng.normal(size=(len(T), 3)) * noise).as_matrix()
    if kind == "distance":
        return {"distance": np.linalg.norm(T[:, :3, 3], axis=1)}
    found = dict(zip("xyz", T[:, :3, 3].T, strict=True))
    if kind in ("pose", "camera"):
        found |= dict(zip(("qx", "qy", "qz", "qw"), Rotation.from_matrix(T[:, :3, :3]).as_quat().T, strict=True))
    return found
