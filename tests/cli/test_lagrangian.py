"""Commands on Lagrangians: check, equations, simulate, bench."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import linkwright as lw
from tests.support.cli import app
from tests.support.describe import formulas
from tests.support.package import LinkwrightError, Printed
from tests.support.simulation import Run, simulate

EXAMPLES = Path(__file__).parents[2] / "examples" / "manifold"
ALL = sorted(p.stem for p in EXAMPLES.glob("*.yaml"))


def run(*words: Any) -> str:
    done = CliRunner().invoke(app, [str(w) for w in words], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize("name", ALL)
def test_check_and_equations_of_every_example(name: str) -> None:
    facts = json.loads(run("check", EXAMPLES / f"{name}.yaml", "--json"))
    assert facts["name"] == name
    assert facts["nv"] == lw.load(EXAMPLES / f"{name}.yaml").nv
    assert name in run("check", EXAMPLES / f"{name}.yaml")
    assert " = " in run("equations", EXAMPLES / f"{name}.yaml")


def test_named_quantities_are_not_ignored() -> None:
    """What a Lagrangian has of M,V,G is printed; what it has not is an error that lists what it has."""
    file = EXAMPLES / "pendulum_3d.yaml"
    assert "M11 = J_11" in run("equations", file, "-Q", "M")
    assert "Equations of motion" not in run("equations", file, "-Q", "M")
    with pytest.raises(LinkwrightError, match="unknown quantity 'V'") as caught:
        run("equations", file, "-Q", "M,V,G")
    assert "mass_matrix" in caught.value.hint
    assert "accelerations" in caught.value.hint


def test_notes_have_the_shape_of_robots_notes() -> None:
    facts = json.loads(run("check", EXAMPLES / "pendulum_3d.yaml", "--json"))
    assert facts["notes"][0].keys() == {"kind", "what", "where"}
    assert facts["parameters"]["m"] > 0
    assert "is an input" in run("check", EXAMPLES / "pendulum_3d.yaml")


def test_equations_in_every_form(tmp_path: Path) -> None:
    file = EXAMPLES / "pendulum_3d.yaml"
    assert "J Ω̇ + Ω × J Ω" in run("equations", file)
    assert "\\dot{\\Omega}" in run("equations", file, "--latex")
    steps = run("equations", file, "--steps")
    assert "1. Lagrangian" in steps
    assert "7. Equations of motion" in steps
    run("equations", file, "--html", tmp_path / "a.html")
    assert "Equations of motion of pendulum_3d" in (tmp_path / "a.html").read_text()
    assert "T = " in run("equations", EXAMPLES / "mass_on_a_line.yaml", "-Q", "kinetic_energy")


def test_simulate_writes_what_it_says(tmp_path: Path) -> None:
    table, plot = tmp_path / "a.csv", tmp_path / "a.png"
    said = run("simulate", EXAMPLES / "spherical_pendulum.yaml", "--time", 1, "--csv", table, "--plot", plot)
    assert "momentum of 'turn'" in said
    assert plot.stat().st_size > 10_000
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert len(rows) == 101
    assert float(rows[-1]["t"]) == pytest.approx(1.0)
    assert {"q_1", "omega_q_2", "domega_q_3", "tau_1", "energy", "turn"} <= rows[0].keys()


@pytest.mark.parametrize("method", ["rkmk4", "variational"])
def test_forced_motion_balances_its_power(method: str) -> None:
    """Inputs as expressions in time and state; energy = start + work."""
    system = lw.load(EXAMPLES / "quadrotor_load.yaml")
    motion = simulate(system, Run(1.0, torque="17.658 + sin(t), 0.1*cos(t), -0.2*v8, 0", method=method, step=2e-3))
    assert abs(motion.work[-1]) > 1
    assert motion.energy_error < (1e-7 if method == "rkmk4" else 1e-4)
    assert np.allclose(motion.tau[:, 2], -0.2 * motion.v[:, 7])


def test_free_fall_is_exact() -> None:
    motion = simulate(lw.load(EXAMPLES / "mass_on_a_line.yaml"), Run(2.0, step=0.01))
    assert np.allclose(motion.q[:, 0], 1 + 3 * motion.t - 9.81 * motion.t**2 / 2, atol=1e-10)


def test_state_from_the_command_line() -> None:
    said = json.loads(
        run("simulate", EXAMPLES / "mass_on_a_line.yaml", "--time", 1, "--q0", "2", "--v0", "0", "--json")
    )
    assert said["q_end"][0] == pytest.approx(2 - 9.81 / 2)


@pytest.mark.parametrize(
    ("run_", "said"),
    [
        (Run(method="euler"), "no method 'euler'"),
        (Run(time=-1), "cannot simulate"),
        (Run(q0="1, 2"), "needs 1"),
        (Run(torque="1, 2"), "2 expressions for 1"),
        (Run(torque="z"), "unknown names: z"),
    ],
)
def test_what_cannot_be_simulated(run_: Run, said: str) -> None:
    with pytest.raises(LinkwrightError, match=said):
        simulate(lw.load(EXAMPLES / "mass_on_a_line.yaml"), run_)


def test_a_start_that_breaks_a_constraint() -> None:
    with pytest.raises(LinkwrightError, match="breaks the constraints by"):
        simulate(lw.load(EXAMPLES / "chaplygin_sleigh.yaml"), Run(v0="0, 1, 0"))


def test_bench() -> None:
    rows = json.loads(run("bench", EXAMPLES / "spherical_pendulum.yaml", "-Q", "accelerations", "--json"))
    assert rows[0]["mul"] <= 9


def test_formulas_without_coordinates() -> None:
    file = EXAMPLES / "pendulum_3d.yaml"
    assert "Ω̇ = J⁻¹ (−Ω × J Ω" in run("equations", file, "-Q", "accelerations")
    assert "H = ½ (Π_R·J⁻¹ Π_R)" in run("equations", file, "-Q", "hamiltonian")
    assert "Conserved" in run("equations", file, "-Q", "energy,conserved_quantities")
    assert "coupled" in run("equations", EXAMPLES / "double_spherical_pendulum.yaml", "-Q", "accelerations")
    assert "δΩ̇" in run("equations", file, "-Q", "linearisation")


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_every_example_moves(name: str, tmp_path: Path) -> None:
    """Unforced for a second: energy and momenta are kept, places stay on the manifold, constraints hold."""
    words = ("--time", 1, "--step", 5e-4, "--plot", tmp_path / "a.svg", "--json")
    said = json.loads(run("simulate", EXAMPLES / f"{name}.yaml", *words))
    assert said["energy_error"] < 1e-8
    assert said["manifold_error"] < 1e-14
    assert (said["closure_error"] or 0) < 1e-12
    assert all(x < 1e-7 for x in said["conserved"].values())


def test_what_robots_have_and_lagrangians_have_not(tmp_path: Path) -> None:
    file = EXAMPLES / "pendulum_3d.yaml"
    with pytest.raises(LinkwrightError, match="has no frame 'tool'"):
        lw.build(file, "c", frame="tool")
    with pytest.raises(LinkwrightError, match="no parameter form 'base'"):
        lw.build(file, "c", parameters="base")
    with pytest.raises(LinkwrightError, match="unknown quantity 'jacobian'"):
        lw.build(file, "c", quantities="jacobian")
    assert "wrote" in run("picture", file, "-o", tmp_path / "a.svg")
    assert "SO(3)" in (tmp_path / "a.svg").read_text()


def test_accelerations_with_constraints_are_told_with_their_system() -> None:
    said = run("equations", EXAMPLES / "rolling_ball.yaml", "-Q", "equations_of_motion,accelerations")
    assert "by a linear solve" in said
    assert "ẍ + r e₃ × R Ω̇" in said
    assert "3 degrees of freedom" in run("check", EXAMPLES / "rolling_ball.yaml")


def test_a_motion_that_is_no_symmetry_is_told_in_latex_too(tmp_path: Path) -> None:
    file = tmp_path / "p.yaml"
    file.write_text("manifold: {q: S2}\nlagrangian: dot(dq, dq)/2 - dot(q, e3)\nsymmetries: {turn: {q: e1}}\n")
    assert "not conserved" in run("equations", file, "-Q", "conserved_quantities")
    assert "not conserved" in run("equations", file, "-Q", "conserved_quantities", "--latex")


def test_no_explicit_form_of_an_energy_that_is_not_quadratic() -> None:
    mechanism = lw.load({"manifold": {"x": "R"}, "lagrangian": "dx**4/4 - x**2/2", "name": "p"})
    with pytest.raises(LinkwrightError, match="not quadratic"):
        formulas(mechanism, Printed(quantities="accelerations"))


def test_names_that_functions_need_are_told_before_laws_are_asked(tmp_path: Path) -> None:
    file = tmp_path / "p.yaml"
    file.write_text("manifold: {x: R}\nlagrangian: dx**2/2\nwork: a*delta(x)\n")
    done = CliRunner().invoke(app, ["verify", str(file)])
    assert done.exit_code != 0
