"""Identifications made by hand: parameters that are chosen, forces that follow from them."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

import linkwright as lw
from linkwright.identification.identified import Consistency, Fit, Identification, Trace
from linkwright.identification.model import IdentificationModel
from linkwright.identification.pseudo_inertia import positive_priors, pseudo_inertia, ten_parameters

ARM = """<robot name="NAME">
  <link name="base"/>
  <link name="a"><inertial><origin xyz="0 0 0.1"/><mass value="3"/>
    <inertia ixx="0.03" ixy="0" ixz="0" iyy="0.03" iyz="0" izz="0.01"/></inertial></link>
  <link name="b"><inertial><origin xyz="0.2 0 0"/><mass value="2"/>
    <inertia ixx="0.004" ixy="0" ixz="0" iyy="0.03" iyz="0" izz="0.03"/></inertial></link>
  <link name="c"><inertial><origin xyz="0.1 0.01 0"/><mass value="1"/>
    <inertia ixx="0.002" ixy="0" ixz="0" iyy="0.006" iyz="0" izz="0.006"/></inertial></link>
  <link name="tool"><inertial><mass value="0.2"/>
    <inertia ixx="0.0002" ixy="0" ixz="0" iyy="0.0002" iyz="0" izz="0.0002"/></inertial></link>
  <joint name="turn" type="continuous"><parent link="base"/><child link="a"/><axis xyz="0 0 1"/></joint>
  <joint name="lift" type="continuous"><parent link="a"/><child link="b"/><origin xyz="0 0 0.3"/><axis xyz="0 1 0"/></joint>
  <joint name="reach" type="prismatic"><parent link="b"/><child link="c"/><origin xyz="0.4 0 0"/><axis xyz="1 0 0"/>
    <limit lower="-0.2" upper="0.2" velocity="1" effort="100"/></joint>
  <joint name="flange" type="fixed"><parent link="c"/><child link="tool"/><origin xyz="0.2 0 0"/></joint>
</robot>"""
SAMPLES, HELD = 900, 7.0


def arm(folder: Path, name: str = "arm") -> Path:
    """A turret, a shoulder and a slider, as a URDF."""
    path = folder / "arm.urdf"
    path.write_text(ARM.replace("NAME", name))
    return path


def motion(nv: int, seed: int = 0) -> tuple[Any, Any, Any, Any]:
    """t, q, v, a of sums of sines, 10 s."""
    rng = np.random.default_rng(seed)
    t = np.linspace(0, 10, SAMPLES)
    w, phase, size = (
        2 * np.pi * rng.uniform(0.1, 0.8, (3, nv)),
        rng.uniform(0, 6, (3, nv)),
        rng.uniform(0.05, 0.3, (3, nv)),
    )
    angle = t[:, None, None] * w + phase
    q, v, a = (size * np.sin(angle)).sum(1), (size * w * np.cos(angle)).sum(1), (-size * w**2 * np.sin(angle)).sum(1)
    return t, q, v, a


def physical_near(model: IdentificationModel, seed: int = 0) -> Any:
    """Physical parameters that are not the file's, of bodies that can be."""
    rng = np.random.default_rng(seed)
    count = 10 * len(model.bodies)
    priors, _ = positive_priors(model.prior[:count].reshape(-1, 10), model.bodies)
    turns = np.eye(4) + 0.1 * rng.normal(size=priors.shape)
    own = ten_parameters(turns @ priors @ turns.transpose(0, 2, 1)).ravel()
    return np.concatenate([own, rng.uniform(0.05, 0.5, len(model.prior) - count)])


def made(path: Path | lw.Robot, noise: float = 0.02, **more: Any) -> Identification:
    """What an identification of chosen parameters would be; more: fields of the Identification."""
    robot = lw.load(path) if isinstance(path, Path) else path
    model = IdentificationModel.of(robot)
    physical = physical_near(model)
    values = model.values(physical)
    rng = np.random.default_rng(1)
    t, q, v, a = motion(robot.nv)
    exact = model.columns(q, v, a) @ values + model.known(q, v, a)
    tau = exact + noise * rng.normal(size=exact.shape)
    raw = tau + noise * rng.normal(size=exact.shape)
    held = t >= HELD
    rms = [np.sqrt(np.mean((tau - exact)[part] ** 2, axis=0)) for part in (~held, held)]
    size = [float(np.linalg.norm((tau - exact)[part]) / np.linalg.norm(tau[part])) for part in (~held, held)]
    errors = np.abs(values) * 0.05
    errors[0], errors[1] = np.inf, abs(values[1]) * 0.5
    fits = {
        "wls": Fit("wls", values, errors, *rms, *size),
        "consistent": Fit("consistent", values, None, *(1.1 * x for x in rms), *(1.1 * x for x in size)),
    }
    count = 10 * len(model.bodies)
    eigenvalues = np.linalg.eigvalsh(pseudo_inertia(physical[:count].reshape(-1, 10)))
    table = ((1e-4, 0.01, 0.012), (1e-3, 0.011, 0.012), (1e-2, np.inf, np.inf))
    own: dict[str, Any] = {
        "correlations": ((model.names[0], model.names[1], -0.95),),
        "essential": model.names[2:],
        "consistency": Consistency(physical, eigenvalues, 1e-3, table, 0.1),
        "traces": (Trace("run.csv", t, raw, tau, exact, q, v, a, HELD, ("filtered at 5 Hz",)),),
        "notes": ("t: time", "filtered at 5 Hz"),
        "facts": MappingProxyType({"seconds": 0.2}),
    }
    return Identification(
        model, MappingProxyType(fits), "wls", int(np.sum(~held)), int(np.sum(held)), 17.0, **(own | more)
    )
