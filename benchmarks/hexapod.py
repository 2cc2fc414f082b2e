"""A hexapod with random lengths and masses: six legs of three joints around a body, each turned to its side."""

from __future__ import annotations

from math import cos, pi, sin
from pathlib import Path

import numpy as np

LEGS = 6
_LINK = (
    '<link name="{name}"><inertial><origin xyz="{com}"/><mass value="{mass}"/>'
    '<inertia ixx="{ixx}" iyy="{iyy}" izz="{izz}" ixy="0" ixz="{ixz}" iyz="0"/></inertial></link>'
)
_JOINT = (
    '<joint name="{name}" type="revolute"><parent link="{parent}"/><child link="{child}"/>'
    '<origin xyz="{xyz}" rpy="0 0 {yaw}"/><axis xyz="{axis}"/><limit lower="-2" upper="2" effort="9" velocity="9"/></joint>'
)
_PARTS = (("coxa", "0 0 1"), ("femur", "0 1 0"), ("tibia", "0 1 0"))


def hexapod(path: Path, seed: int = 1) -> Path:
    """Write it as URDF."""
    draw = np.random.default_rng(seed)
    size, lengths, masses = draw.uniform(0.1, 0.3), draw.uniform(0.05, 0.3, 3), draw.uniform(0.1, 0.6, 3)
    rows = [_link("body", float(draw.uniform(2, 5)), size)]
    for k in range(LEGS):
        angle = 2 * pi * (k + 0.5) / LEGS
        parent, xyz, yaw = "body", f"{size * cos(angle)} {size * sin(angle)} 0", angle
        for (part, axis), length, mass in zip(_PARTS, lengths, masses, strict=True):
            child = f"{part}{k}"
            rows.append(_link(child, mass, length))
            rows.append(_JOINT.format(name=f"{child}_joint", parent=parent, child=child, xyz=xyz, yaw=yaw, axis=axis))
            parent, xyz, yaw = child, f"{length} 0 0", 0.0
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(['<robot name="hexapod">', *rows, "</robot>\n"]))
    return path


def _link(name: str, mass: float, length: float) -> str:
    """A slender body along x, a little out of balance."""
    tensor = mass * length**2 / 12
    numbers = {"ixx": tensor / 3, "iyy": tensor, "izz": tensor, "ixz": tensor / 20}
    return _LINK.format(name=name, com=f"{length / 2} 0 {length / 10}", mass=mass, **numbers)
