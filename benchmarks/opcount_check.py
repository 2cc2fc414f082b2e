"""What was counted must also be right: the counted functions against Pinocchio at random parameters and states.

Functions of all inertials are compared directly. Base parameters are a choice of coordinates, so those are compared as spaces:
the base regressor spans exactly what the full one spans, and the other base functions agree with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import pi

import numpy as np
import pinocchio as pin

from benchmarks.opcount_robots import BASE_PARAMETERS, INERTIALS, CountRobot
from linkwright.graph.function import Function

SAMPLES = 40
TOLERANCE = 1e-9


def failures(robot: CountRobot, functions: Mapping[str, Function]) -> list[str]:
    """What is wrong with the functions (by their short names ID, IDb, M, Mb, Yb); empty if nothing is."""
    rng = np.random.default_rng(7)
    n = len(robot.rows)
    states = {name: rng.uniform(-2, 2, (SAMPLES, n)) for name in ("q", "v", "a")}
    names = {label for f in functions.values() for label in f.inputs["parameters"].labels}
    values = {name: float(rng.uniform(0.3, 1.5)) for name in sorted(names)}
    model = _model(robot, values)
    data = model.createData()
    torque, mass, full = [], [], []
    for q, v, a in zip(states["q"], states["v"], states["a"], strict=True):
        torque.append(pin.rnea(model, data, q, v, a).copy())
        upper = np.triu(pin.crba(model, data, q))
        mass.append(upper + np.triu(upper, 1).T)
        full.append(pin.computeJointTorqueRegressor(model, data, q, v, a).copy())
    found = {short: _evaluate(f, states, values) for short, f in functions.items()}
    kept = np.array([name in robot.inertials[i].split() for i in range(n) for name in _PINOCCHIO])
    expected = {"ID": np.array(torque), "M": np.array(mass)}
    if "Yb" in found:
        if found["Yb"].shape[-1] != BASE_PARAMETERS[robot.name]:
            return [f"Yb has {found['Yb'].shape[-1]} columns, not {BASE_PARAMETERS[robot.name]}"]
        base = np.array([values[label] for label in _base_labels(robot, functions["Yb"])])
        expected |= {"IDb": found["Yb"] @ base, "Mb": _mass_from_regressor(functions["Yb"], states, values, base)}
    wrong = [
        f"{short} differs by {error:.1e}"
        for short, reference in expected.items()
        if short in found and not (error := _difference(found[short], reference)) < TOLERANCE
    ]
    if "Yb" in found and not _same_span(np.concatenate(found["Yb"]), np.concatenate(full)[:, kept]):
        wrong.append("Yb does not span what the full regressor spans")
    return wrong


_PINOCCHIO = ("M", "MX", "MY", "MZ", "XX", "XY", "YY", "XZ", "YZ", "ZZ")
"""Pinocchio's order of the ten parameters, which is ours."""
assert _PINOCCHIO == INERTIALS


def _model(robot: CountRobot, values: Mapping[str, float]) -> pin.Model:
    """Rot_x(alpha) Trans_x(a) Rot_z(theta) Trans_z(d), by Pinocchio."""
    model = pin.Model()
    model.gravity.linear = np.array([_number(x, values) for x in robot.gravity])
    for i, (kind, alpha, a, d, theta) in enumerate(robot.rows):
        X = pin.SE3(pin.utils.rotate("x", _number(alpha, values)), np.array([_number(a, values), 0, 0]))
        if kind == "R":
            X = X * pin.SE3(np.eye(3), np.array([0, 0, _number(d, values)]))
        else:
            X = X * pin.SE3(pin.utils.rotate("z", _number(theta, values)), np.zeros(3))
        joint = pin.JointModelRZ() if kind == "R" else pin.JointModelPZ()
        index = model.addJoint(i, joint, X, f"joint{i + 1}")
        listed = robot.inertials[i].split()
        p = np.array([values.get(f"{name}{i + 1}", 0.0) if name in listed else 0.0 for name in _PINOCCHIO])
        p[0] = p[0] or 1e-12  # Pinocchio divides by the mass
        model.appendBodyToJoint(index, pin.Inertia.FromDynamicParameters(p), pin.SE3.Identity())
    return model


def _number(text: str, values: Mapping[str, float]) -> float:
    exact = {"0": 0.0, "pi/2": pi / 2, "-pi/2": -pi / 2}
    return exact[text] if text in exact else values[text]


def _evaluate(f: Function, states: Mapping[str, np.ndarray], values: Mapping[str, float]) -> np.ndarray:
    given = {name: states[name] for name in ("q", "v", "a") if name in f.inputs}
    parameters = np.array([values[label] for label in f.inputs["parameters"].labels])
    return np.asarray(f(**given, parameters=np.broadcast_to(parameters, (SAMPLES, len(parameters)))))


def _base_labels(robot: CountRobot, regressor: Function) -> list[str]:
    """Names of the base parameters in the order of the columns: the parameters that are not of the table."""
    of_table = {*robot.gravity, *(entry for row in robot.rows for entry in row)}
    return [label for label in regressor.inputs["parameters"].labels if label not in of_table]


def _mass_from_regressor(
    regressor: Function, states: Mapping[str, np.ndarray], values: Mapping[str, float], base: np.ndarray
) -> np.ndarray:
    """Column k of M is the torque of a unit acceleration less that of none."""
    n = states["q"].shape[1]
    rest = {"q": states["q"], "v": np.zeros((SAMPLES, n)), "a": np.zeros((SAMPLES, n))}
    still = _evaluate(regressor, rest, values) @ base
    columns = []
    for k in range(n):
        unit = np.zeros((SAMPLES, n))
        unit[:, k] = 1
        columns.append(_evaluate(regressor, rest | {"a": unit}, values) @ base - still)
    return np.stack(columns, axis=-1)


def _difference(found: np.ndarray, expected: np.ndarray) -> float:
    if found.shape != expected.shape:
        return np.inf
    return float(np.abs(found - expected).max() / max(1.0, np.abs(expected).max()))


def _same_span(base: np.ndarray, full: np.ndarray) -> bool:
    """Equal column spaces: each is left unchanged by projecting onto the other, and no base column is superfluous."""
    rank = np.linalg.matrix_rank(full, tol=1e-9 * np.abs(full).max())
    if base.shape[1] != rank or np.linalg.matrix_rank(base, tol=1e-9 * np.abs(base).max()) != rank:
        return False
    fit = base @ np.linalg.lstsq(base, full, rcond=None)[0]
    return _difference(fit, full) < TOLERANCE
