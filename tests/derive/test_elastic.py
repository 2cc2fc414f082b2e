"""Elastic joints: against Lagrange's equations by SymPy, MuJoCo, the structure in De Luca & Tomei 1996, and the rigid limit."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.emit.robots import EXAMPLES
from tests.support.describe import about_build
from tests.support.emit import TARGETS, emit
from tests.support.package import Request, kernels_of
from tests.support.verification import find, run_tests, verify

Array = np.ndarray[Any, Any]
VALUES = {"L1": 0.5, "L2": 0.4, "m1": 3.0, "m2": 2.0, "g": 9.81, "K1": 90.0, "K2": 60.0, "D1": 0.6, "D2": 0.4, "N1": 12.0,
          "N2": 15.0, "J1": 2e-3, "J2": 1e-3, "w1": 0.4, "w2": 0.3}  # fmt: skip


def arm(model: str = "spong", **values: float) -> dict[str, Any]:
    """Two slender links that hang in a vertical plane; rotors of mass w1, w2 in the joints."""

    def elastic(k: int) -> dict[str, Any]:
        more = {"model": "full", "rotor": {"mass": f"w{k}"}} if model == "full" else {}
        return {"stiffness": f"K{k}", "damping": f"D{k}", "rotor_inertia": f"J{k}", "gear_ratio": f"N{k}", **more}

    used = {n: x for n, x in {**VALUES, **values}.items() if model == "full" or not n.startswith("w")}
    return {
        "linkwright": 1,
        "name": "elastic_arm",
        "gravity": [0, "-g", 0],
        "parameters": used,
        "joints": {
            "shoulder": {"type": "revolute", "child": "upper", "elastic": elastic(1)},
            "elbow": {
                "type": "revolute",
                "parent": "upper",
                "child": "lower",
                "xyz": [0, "-L1", 0],
                "elastic": elastic(2),
            },
        },
        "bodies": {
            "upper": {"mass": "m1", "com": [0, "-L1/2", 0], "inertia": [0, 0, "m1*L1^2/12"]},
            "lower": {"mass": "m2", "com": [0, "-L2/2", 0], "inertia": [0, 0, "m2*L2^2/12"]},
        },
    }


def states(n: int, seed: int = 3) -> tuple[Array, Array, Array]:
    rng = np.random.default_rng(seed)
    q, v, a = rng.normal(size=(3, 5, n))
    q[:, n // 2 :] = q[:, : n // 2] + 0.1 * rng.normal(size=(5, n - n // 2))
    return q, v, a


# --- an independent derivation ------------------------------------------------------------------------------


@cache
def by_lagrange(model: str) -> Any:
    """Forces of the planar arm from positions of its points and angles of its rotors, by SymPy."""
    sp = pytest.importorskip("sympy")
    t = sp.Symbol("t")
    q = [sp.Function(f"q{k}")(t) for k in range(4)]
    p = {n: sp.Symbol(n) for n in VALUES}
    elbow = sp.Matrix([p["L1"] * sp.sin(q[0]), -p["L1"] * sp.cos(q[0])])
    angle = q[0] + q[1]
    centres = [elbow / 2, elbow + p["L2"] / 2 * sp.Matrix([sp.sin(angle), -sp.cos(angle)])]
    masses, turns = [p["m1"], p["m2"]], [q[0], angle]
    inertias = [p["m1"] * p["L1"] ** 2 / 12, p["m2"] * p["L2"] ** 2 / 12]
    if model == "full":  # rotor 1 turns on the ground, rotor 2 rides on the upper arm
        centres += [sp.zeros(2, 1), elbow]
        masses += [p["w1"], p["w2"]]
        turns += [p["N1"] * q[2], q[0] + p["N2"] * q[3]]
    else:
        turns += [p["N1"] * q[2], p["N2"] * q[3]]
    inertias += [p["J1"], p["J2"]]
    kinetic = sum(m * c.diff(t).dot(c.diff(t)) / 2 for m, c in zip(masses, centres, strict=True))
    kinetic += sum(J * x.diff(t) ** 2 / 2 for J, x in zip(inertias, turns, strict=True))
    potential = sum(m * p["g"] * c[1] for m, c in zip(masses, centres, strict=True))
    potential += sum(p[f"K{k + 1}"] * (q[k] - q[k + 2]) ** 2 / 2 for k in range(2))
    loss = sum(p[f"D{k + 1}"] * (q[k].diff(t) - q[k + 2].diff(t)) ** 2 / 2 for k in range(2))
    L = kinetic - potential
    tau = [L.diff(x.diff(t)).diff(t) - L.diff(x) + loss.diff(x.diff(t)) for x in q]
    names = [[sp.Symbol(f"{n}{k}") for k in range(4)] for n in ("Q", "V", "A")]
    for k, x in enumerate(q):
        tau = [e.subs(x.diff(t, 2), names[2][k]).subs(x.diff(t), names[1][k]).subs(x, names[0][k]) for e in tau]
    return sp.lambdify([*names, list(p.values())], tau)


@pytest.mark.parametrize("model", ["spong", "full"])
def test_lagranges_equations_by_sympy_give_the_same_forces(model: str) -> None:
    forces, robot = by_lagrange(model), lw.load(arm(model))
    tau = lw.derive(robot, "inverse_dynamics")
    for q, v, a in zip(*states(4), strict=True):
        expected = np.array(forces(q, v, a, list(VALUES.values())))
        assert np.max(np.abs(tau(q=q, v=v, a=a) - expected)) < 1e-12 * np.max(np.abs(expected))


def test_coordinates_are_links_first_then_motors() -> None:
    robot = lw.load(arm())
    assert robot.joint_names == ("shoulder", "elbow", "shoulder_motor", "elbow_motor")
    assert robot.motors == {"shoulder_motor": "shoulder", "elbow_motor": "elbow"}
    full = lw.load(arm("full"))
    assert full.joint_names == robot.joint_names
    assert full.nq == 4


def test_who_names_no_frame_means_the_arms_last_one() -> None:
    for model in ("spong", "full"):
        robot = lw.load(arm(model))
        J = lw.derive(robot, "jacobian")(q=np.array([0.3, 0.2, 1.0, 1.0]))
        assert np.any(J[:, :2])
        assert not np.any(J[:, 2:])


# --- the structure of the equations in the books ------------------------------------------------------------


def symbolic(robot: Any, quantity: str) -> Any:
    """The only output of a quantity as a matrix of SymPy."""
    sp = pytest.importorskip("sympy")
    (found,) = lw.derive(robot, quantity, parameters="symbolic").to_sympy().values()
    return sp.Matrix(found)


def test_spongs_mass_matrix_has_two_blocks() -> None:
    """Spong 1987: D(q) of the links and the constant J of the rotors, reflected through the gears."""
    sp = pytest.importorskip("sympy")
    M = symbolic(lw.load(arm()), "mass_matrix")
    J1, J2, N1, N2 = sp.symbols("J1 J2 N1 N2", real=True)
    assert M[:2, 2:] == sp.zeros(2, 2)
    assert sp.simplify(M[2:, 2:] - sp.diag(J1 * N1**2, J2 * N2**2)) == sp.zeros(2, 2)


def test_the_full_planar_arm_has_de_luca_and_tomeis_matrix() -> None:
    """B = [M S; S' J] with S constant and strictly upper triangular, S12 = J2 N2, and no gyroscopic term of the motors: De Luca
    & Tomei 1996; De Luca & Book 2016, section 11.1 (planar arm, rotors about axes parallel to the joints)."""
    sp = pytest.importorskip("sympy")
    robot = lw.load(arm("full"))
    M = symbolic(robot, "mass_matrix")
    J1, J2, N1, N2, L1, w2 = sp.symbols("J1 J2 N1 N2 L1 w2", real=True)
    assert sp.simplify(M[:2, 2:] - sp.Matrix([[0, J2 * N2], [0, 0]])) == sp.zeros(2, 2)
    assert sp.simplify(M[2:, 2:] - sp.diag(J1 * N1**2, J2 * N2**2)) == sp.zeros(2, 2)
    without = symbolic(lw.load(arm()), "mass_matrix")
    assert sp.simplify(M[:2, :2] - without[:2, :2] - sp.diag(J2 + w2 * L1**2, 0)) == sp.zeros(2, 2)
    assert all(sp.simplify(x) == 0 for x in symbolic(robot, "coriolis_vector")[2:])


def test_the_full_arm_in_space_couples_links_to_later_motors_only() -> None:
    """S(q) is strictly upper triangular, nothing depends on the motors' angles, and the motors feel the links' rotation."""
    robot = lw.load(EXAMPLES / "elastic_turret.yaml")
    M, c = lw.derive(robot, "mass_matrix"), lw.derive(robot, "coriolis_vector")
    q, v, _ = states(6)
    for k in range(len(q)):
        S = M(q=q[k])[:3, 3:]
        assert np.max(np.abs(np.tril(S))) < 1e-16
        turned = q[k] + np.array([0, 0, 0, 1.0, 2.0, 3.0])
        assert np.allclose(M(q=turned), M(q=q[k]), atol=1e-13)
        assert np.allclose(c(q=turned, v=v[k]), c(q=q[k], v=v[k]), atol=1e-12)
        assert np.max(np.abs(S)) > 1e-4
        assert np.max(np.abs(c(q=q[k], v=v[k])[3:])) > 1e-4


# --- MuJoCo -------------------------------------------------------------------------------------------------


def test_mujoco_moves_rotors_on_tendons_the_same_way() -> None:
    """The turret in MJCF: rotors are bodies with joints of their own, angle N theta; a tendon q - angle / N is the spring."""
    mujoco = pytest.importorskip("mujoco")
    model = mujoco.MjModel.from_xml_string(TURRET)
    data = mujoco.MjData(model)
    forward = lw.derive(lw.load(EXAMPLES / "elastic_turret.yaml"), "forward_dynamics")
    order = ["turret", "shoulder", "elbow", "turret_rotor", "shoulder_rotor", "elbow_rotor"]
    at = [model.joint(name).dofadr[0] for name in order]
    N = np.array([1, 1, 1, 100, 100, 100.0])
    rng = np.random.default_rng(1)
    for q, v, _ in zip(*states(6), strict=True):
        tau = rng.normal(size=6)
        data.qpos[at], data.qvel[at], data.qfrc_applied[at] = N * q, N * v, tau / N
        mujoco.mj_forward(model, data)
        a = forward(q=q, v=v, tau=tau, wrench=np.zeros((1, 6)))
        assert np.max(np.abs(data.qacc[at] / N - a)) < 1e-9 * np.max(np.abs(a))


TURRET = """<mujoco><compiler inertiafromgeom="false"/><option gravity="0 0 -9.81"/>
<worldbody>
  <body name="r1"><joint name="turret_rotor" axis="0 0 1"/>
    <inertial pos="0 0 0" mass="0.5" diaginertia="2e-5 2e-5 4e-5"/></body>
  <body name="column"><joint name="turret" axis="0 0 1"/>
    <inertial pos="0 0 0.15" mass="4" diaginertia="0.03 0.03 0.02"/>
    <body name="r2" pos="0 0 0.3"><joint name="shoulder_rotor" axis="0 1 0"/>
      <inertial pos="0 0 0" mass="0.5" diaginertia="3e-5 4e-5 3e-5"/></body>
    <body name="upper" pos="0 0 0.3"><joint name="shoulder" axis="0 1 0"/>
      <inertial pos="0.25 0 0" mass="3" diaginertia="0.004 0.0625 0.0625"/>
      <body name="r3" pos="0.4 0 0"><joint name="elbow_rotor" axis="1 0 0" damping="1e-5"/>
        <inertial pos="0 0 0" mass="0.5" diaginertia="4e-5 3e-5 3e-5"/></body>
      <body name="lower" pos="0.5 0 0"><joint name="elbow" axis="0 1 0"/>
        <inertial pos="0.2 0 0" mass="2" diaginertia="0.002 0.02 0.02"/></body>
    </body></body>
</worldbody>
<tendon>
  <fixed stiffness="900" damping="0.4" springlength="0">
    <joint joint="turret" coef="1"/><joint joint="turret_rotor" coef="-0.01"/></fixed>
  <fixed stiffness="700" damping="0.4" springlength="0">
    <joint joint="shoulder" coef="1"/><joint joint="shoulder_rotor" coef="-0.01"/></fixed>
  <fixed stiffness="500" damping="0.4" springlength="0">
    <joint joint="elbow" coef="1"/><joint joint="elbow_rotor" coef="-0.01"/></fixed>
</tendon></mujoco>"""


# --- the rigid limit ----------------------------------------------------------------------------------------


def rigid(model: str) -> Any:
    """The arm with stiff joints: rotors in the drives, or bodies that follow the joints themselves."""
    found = arm(model)
    for name, k, parent, place in (("shoulder", 1, "world", [0, 0, 0]), ("elbow", 2, "upper", [0, "-L1", 0])):
        del found["joints"][name]["elastic"]
        if model == "spong":
            found["joints"][name] |= {"rotor_inertia": f"J{k}", "gear_ratio": f"N{k}"}
        else:
            mimic = {"joint": name, "multiplier": f"N{k}"}
            found["joints"][f"turn{k}"] = {
                "type": "revolute", "parent": parent, "child": f"rotor{k}", "xyz": place, "mimic": mimic,
            }  # fmt: skip
            found["bodies"][f"rotor{k}"] = {"mass": f"w{k}", "inertia": [f"J{k}/2", f"J{k}/2", f"J{k}"]}
    return lw.load(found)


def frequencies(robot: Any) -> Array:
    """Of the two slowest vibrations about the arm at rest, rad/s."""
    f = lw.derive(robot, "linearisation")
    zero = np.zeros(robot.nv)
    A = f(q=zero, v=zero, tau=zero)["A"]
    return np.sort(np.abs(np.linalg.eigvals(A).imag))[::2][:2]


@pytest.mark.parametrize("model", ["spong", "full"])
def test_stiffer_joints_approach_the_rigid_arm_as_one_over_the_stiffness(model: str) -> None:
    expected = frequencies(rigid(model))
    gaps = [
        np.max(np.abs(frequencies(lw.load(arm(model, K1=k, K2=k, D1=0, D2=0))) - expected))
        for k in (1e4, 1e5, 1e6, 1e7)
    ]
    assert gaps[-1] < 1e-4 * np.max(expected)
    for near, far in zip(gaps[1:], gaps, strict=False):
        assert far / near == pytest.approx(10, rel=0.05)


def test_a_held_arm_hangs_in_its_springs() -> None:
    """At rest the motors carry the weight, and the joints lie behind them by g / K."""
    robot = lw.load(arm())
    links = np.array([0.4, -0.9])
    weight = lw.derive(rigid("spong"), "gravity")(q=links)
    behind = weight / np.array([VALUES["K1"], VALUES["K2"]])
    tau = lw.derive(robot, "inverse_dynamics")(q=np.concatenate([links, links + behind]), v=np.zeros(4), a=np.zeros(4))
    assert np.allclose(tau, np.concatenate([[0, 0], weight]), atol=1e-12)


def test_motor_torques_of_a_motion_of_the_links_are_those_of_a_simulation() -> None:
    """Spong's model is flat: theta = q + tau_link / K and its derivatives, by time derivatives of the links' forces along
    q(t) = q0 + A sin(w t); differences of theta(t) say the same."""
    robot = lw.load(arm(D1=0, D2=0))
    K = np.array([VALUES["K1"], VALUES["K2"]])
    f = [lw.derive(robot, n) for n in ("inverse_dynamics", "inverse_dynamics_rate", "inverse_dynamics_rate2")]
    w, amplitude = 3.0, np.array([0.4, -0.7])

    def link(t: float, k: int) -> tuple[Array, Array]:
        """k-th derivatives of q and of tau_link."""
        x = [amplitude * w**n * np.sin(w * t + n * np.pi / 2) for n in range(5)]
        given = {name: np.tile(value, 2) for name, value in zip("qvajs", x, strict=True)}
        return x[k], np.ravel(f[k](**{n: given[n] for n in f[k].inputs}))[:2]

    def theta(t: float, k: int = 0) -> Array:
        q, tau = link(t, k)
        return q + tau / K

    t, h = 0.3, 1e-3
    assert np.allclose(theta(t, 1), (theta(t + h) - theta(t - h)) / (2 * h), rtol=1e-4)
    assert np.allclose(theta(t, 2), (theta(t + h, 1) - theta(t - h, 1)) / (2 * h), rtol=1e-4)
    state = [np.concatenate([link(t, k)[0], theta(t, k)]) for k in range(3)]
    tau = f[0](q=state[0], v=state[1], a=state[2])
    B = np.array([VALUES["J1"] * VALUES["N1"] ** 2, VALUES["J2"] * VALUES["N2"] ** 2])
    assert np.allclose(tau, [0, 0, *(B * theta(t, 2) + link(t, 0)[1])], atol=1e-11)


# --- every quantity, in languages ---------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["c", "numpy", "javascript"])
@pytest.mark.parametrize("name", ["elastic_arm", pytest.param("elastic_turret", marks=pytest.mark.slow)])
def test_every_quantity_passes_the_tests_that_travel(name: str, language: str) -> None:
    if missing := find(TARGETS[language].commands)[1]:
        pytest.skip(f"no {missing} found")
    robot = lw.load(EXAMPLES / f"{name}.yaml")
    found = every_kernel(EXAMPLES / f"{name}.yaml")
    about = about_build(robot, found, Request("symbolic"), (), (language,))
    row = run_tests(emit(found, language, about), language, len(found), seconds=300)
    assert row.ok, row.output
    assert row.checks >= len(about.checks) > len(found)


@cache
def every_kernel(path: Path) -> tuple[Any, ...]:
    return tuple(kernels_of(lw.load(path), "all", Request("symbolic"))[0])


@pytest.mark.parametrize("name", ["elastic_arm", pytest.param("elastic_turret", marks=pytest.mark.slow)])
def test_all_laws_hold(name: str) -> None:
    verdict = verify(lw.load(EXAMPLES / f"{name}.yaml"))
    assert verdict.ok, verdict


@pytest.mark.parametrize(("peer", "name"), [("pinocchio", "arm"), ("pinocchio", "turret"), ("mujoco", "arm")])
def test_peers_that_count_joints_depth_first_agree(
    peer: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Motors come last here, and where their branch of the tree does there."""
    pytest.importorskip(peer)
    monkeypatch.chdir(tmp_path)
    (row,) = verify(lw.load(EXAMPLES / f"elastic_{name}.yaml"), peer, laws=[23]).rows
    assert row.ok, row
    assert not list(tmp_path.iterdir())  # MuJoCo warns of motors without inertia, in a file if nobody listens


def test_a_closed_robot_may_have_elastic_joints(tmp_path: Path) -> None:
    """A four-bar linkage whose crank stands behind a spring: two degrees of freedom, the crank and its motor."""
    text = (EXAMPLES / "loops" / "fourbar.yaml").read_text()
    path = tmp_path / "fourbar.yaml"
    path.write_text(text.replace("actuated: true}", f"actuated: true, elastic: {{{ELASTIC}}}}}"))
    robot, stiff = lw.load(path), lw.load(EXAMPLES / "loops" / "fourbar.yaml")
    assert robot.joint_names == ("crank", "crank_motor")
    tau, alone = lw.derive(robot, "inverse_dynamics"), lw.derive(stiff, "inverse_dynamics")
    q, v, a = np.array([1.5, 1.6]), np.array([0.3, -0.2]), np.array([0.7, 1.1])
    pulled = 200 * (q[0] - q[1]) + 0.3 * (v[0] - v[1])
    expected = [alone(q=q[:1], v=v[:1], a=a[:1])[0] + pulled, 0.05 * a[1] - pulled]
    assert np.allclose(tau(q=q, v=v, a=a), expected, rtol=1e-12)


ELASTIC = "stiffness: 200, damping: 0.3, rotor_inertia: 0.05"
