"""Test material: Newton-Euler of a modified-DH chain, written here so that passes are measured without other rooms.

Khalil & Kleinfinger 1987, equations (13)-(25), with U = [dw] + [w][w] shared by the forces and moments of a link.
"""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tests.support.graph import Expr, Function, Graph, Port, copy_nodes
from tests.support.spatial import IDENTITY, ZERO, Mat, Vec, rot_x, rot_z

FULL = "XX XY XZ YY YZ ZZ MX MY MZ M"
BASE = "XX XY XZ YY YZ MX MY"  # what is left of a link behind a revolute joint after regrouping; ZZ = XX + YY
HALF = Fraction(1, 2)  # alpha in units of pi

_PLAIN, _UP, _DOWN = ("R", 0, 0, 0), ("R", HALF, 0, 0), ("R", -HALF, 0, 0)
CHAINS: dict[str, list[tuple[str, Any, Any, Any]]] = {
    "PUMA": [_PLAIN, _DOWN, ("R", 0, "a2", "d3"), ("R", -HALF, "a3", "d4"), _UP, _DOWN],
    "STANFORD": [_PLAIN, ("R", -HALF, 0, "d2"), ("P", HALF, 0, 0), _PLAIN, _DOWN, _UP],
    "RX90": [_PLAIN, _UP, ("R", 0, "D3", 0), ("R", -HALF, 0, "RL4"), _UP, _DOWN],
    "GEN6R": [_PLAIN, *(("R", f"al{i}", f"a{i}", f"d{i}") for i in range(2, 7))],
    "SCARA": [_PLAIN, ("R", 0, "L1", 0), ("P", 0, "L2", 0), _PLAIN],
}


def inverse_dynamics(name: str, base: bool = False) -> Function:
    """tau(q, v, a, parameters) of a chain, every constant symbolic."""
    g = Graph()
    rows = CHAINS[name]
    n = len(rows)
    names: list[str] = []

    def parameter(text: Any) -> Any:
        if not isinstance(text, str):
            return text
        if text not in names:
            names.append(text)
        return Expr(g, g.symbol(text))

    q, v, a = ([Expr(g, g.symbol(f"{s}[{i}]")) for i in range(n)] for s in "qva")
    w, dw, dV = ZERO, ZERO, Vec(0, 0, -parameter("G3"))
    U = _U(w, dw)
    X: list[Mat] = []
    R: list[Mat] = []
    P: list[tuple[Any, Any]] = []
    F: list[Vec] = []
    N: list[Vec] = []
    for i, (kind, alpha, length, d) in enumerate(rows):
        revolute = kind == "R"
        X.append(rot_x(parameter(alpha) if isinstance(alpha, str) else Expr(g, g.pi()) * alpha))
        R.append(rot_z(q[i]) if revolute else IDENTITY)
        P.append((parameter(length), parameter(d) if revolute else q[i]))
        dV = R[i].apply_T(X[i].apply_T(dV + U.apply(Vec(P[i][0], 0, 0))))
        w, dw = R[i].apply_T(X[i].apply_T(w)), R[i].apply_T(X[i].apply_T(dw))
        if revolute:
            dw = dw + Vec(w.y * v[i], -w.x * v[i], a[i])
            w = w + Vec(0, 0, v[i])
        else:
            dV = dV + Vec(2 * w.y * v[i], -2 * w.x * v[i], a[i])
        U = _U(w, dw)
        dV = dV + U.apply(Vec(0, 0, P[i][1]))
        wanted = (BASE if base else FULL).split() if i or not base else ["ZZ"]
        p = {k: parameter(f"{k}{i + 1}") if k in wanted else 0 for k in FULL.split()}
        MS = Vec(p["MX"], p["MY"], p["MZ"])
        F.append(dV * p["M"] + U.apply(MS))
        N.append(_moment(p, w, dw, U, base and i > 0) + MS.cross(dV))
    tau: list[Expr] = []
    f, m = ZERO, ZERO
    for i in reversed(range(n)):
        f, m = f + F[i], m + N[i]
        tau.insert(0, m.z if rows[i][0] == "R" else f.z)
        m = m + Vec(0, 0, P[i][1]).cross(f)
        f, m = X[i].apply(R[i].apply(f)), X[i].apply(R[i].apply(m))
        m = m + Vec(P[i][0], 0, 0).cross(f)
    ports = [Port(s, (n,), tuple(x.index for x in e)) for s, e in (("q", q), ("v", v), ("a", a))]
    ports.append(Port("parameters", (len(names),), tuple(g.symbol(k) for k in names), labels=tuple(names)))
    return Function.make("inverse_dynamics", g, ports, [Port("tau", (n,), tuple(x.index for x in tau))])


def _moment(p: dict[str, Any], w: Vec, dw: Vec, U: Mat, flat: bool) -> Vec:
    mixed = Vec(
        p["XZ"] * U[1][0] - p["XY"] * U[2][0] + p["YZ"] * (U[1][1] - U[2][2]),
        p["XY"] * U[2][1] - p["YZ"] * U[0][1] + p["XZ"] * (U[2][2] - U[0][0]),
        p["YZ"] * U[0][2] - p["XZ"] * U[1][2] + p["XY"] * (U[0][0] - U[1][1]),
    )
    x, y, z = p["XX"], p["YY"], p["ZZ"]
    if flat:
        return mixed + Vec(x * U[2][1], -y * U[2][0], y * U[1][0] - x * U[0][1])
    inner = Vec((z - y) * (w.y * w.z), (x - z) * (w.x * w.z), (y - x) * (w.x * w.y))
    return mixed + Vec(x * dw.x, y * dw.y, z * dw.z) + inner


def _U(w: Vec, dw: Vec) -> Mat:
    xy, xz, yz = w.x * w.y, w.x * w.z, w.y * w.z
    xx, yy, zz = w.x * w.x, w.y * w.y, w.z * w.z
    return Mat(
        Vec(-(yy + zz), xy - dw.z, xz + dw.y),
        Vec(xy + dw.z, -(xx + zz), yz - dw.x),
        Vec(xz - dw.y, yz + dw.x, -(xx + yy)),
    )


def numeric(function: Function, seed: int = 1) -> Function:
    """The same function with measured numbers for its parameters."""
    rng = random.Random(seed)
    graph = Graph()
    known = {name: graph.number(round(rng.uniform(0.1, 1), 4)) for name in function.inputs["parameters"].labels}
    roots = iter(copy_nodes(function.graph, graph, function.roots, known))
    inputs = [
        replace(p, nodes=tuple(graph.symbol(function.graph.data[i]) for i in p.nodes))
        for p in function.inputs.values()
        if p.name != "parameters"
    ]
    outputs = [replace(p, nodes=tuple(next(roots) for _ in p.nodes)) for p in function.outputs.values()]
    return Function.make(function.name, graph, inputs, outputs)
