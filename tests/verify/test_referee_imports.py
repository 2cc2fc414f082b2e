"""The referee imports nothing that it judges, imports inside functions and by name included."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import grimp
import pytest

import linkwright

SOURCE = Path(linkwright.__file__).parent
_TYPES = {
    "arrays", "errors", "graph.domains", "graph.evaluate", "graph.expr", "manifold.lagrangian", "manifold.state",
    "manifold.symbols", "manifold.terms", "manifold.walk", "model.closures", "model.robot", "spatial.transform",
}  # fmt: skip
"""What the referee may import itself: types of mechanisms and of arrays, and numbers of expressions."""
_JUDGED = ("mechanics", "passes", "mechanism", "kernels", "compiler", "verification", "model.normal_form", "model.joints",
           "model.regroup", "model.assembly", "manifold.variation", "manifold.normal_form", "manifold.equations")  # fmt: skip


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("linkwright", exclude_type_checking_imports=True, cache_dir=None)


def test_it_imports_types_alone(graph: grimp.ImportGraph) -> None:
    own = {m for m in graph.modules if m.startswith("linkwright.referee")}
    direct = {x for m in own for x in graph.find_modules_directly_imported_by(m)} - own
    assert {x.removeprefix("linkwright.") for x in direct} <= _TYPES


def test_nothing_judged_comes_along(graph: grimp.ImportGraph) -> None:
    """Through the types that it imports."""
    reached = graph.find_upstream_modules("linkwright.referee", as_package=True)
    judged = {f"linkwright.{x}" for x in _JUDGED}
    # a type may have joint rows behind it: these are not the referee's own
    direct = {"linkwright.model.joints"}
    assert not {m for m in reached for j in judged - direct if m == j or m.startswith(f"{j}.")}


def test_it_imports_nothing_by_name() -> None:
    for file in (SOURCE / "referee").glob("*.py"):
        assert not re.search(r"\blazy\(|import_module|__import__", file.read_text()), file.name


def test_it_runs_where_nothing_derives() -> None:
    """Brute force of a closed robot, with everything that derives out of reach."""
    program = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.startswith(%r):
            raise ImportError(f"{name} is judged")
sys.meta_path.insert(0, Blocked())
import numpy as np
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.closures import Loop
from linkwright.model.robot import Body, Frame, Joint, OpenRobot
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Vec
from linkwright.referee.closed import Closed
from linkwright.referee.closed_reference import at_positions
at = lambda x: Transform(p=Vec(x, 0, 0))
bodies = {n: Body(n, Inertia(1.0, Vec(0.5, 0, 0))) for n in ("crank", "coupler", "rocker")}
joints = [Joint("j1", "revolute", "world", "crank"), Joint("j2", "revolute", "crank", "coupler", at(1.0)),
          Joint("j3", "revolute", "world", "rocker", at(2.0))]
frames = {"end": Frame("end", "coupler", at(2.0)), "top": Frame("top", "rocker", at(1.0))}
tree = OpenRobot("parallelogram", bodies, {j.name: j for j in joints}, frames)
closed = Closed(ClosedRobot(tree, (Loop("pin", "pin", "end", "top"),)), (0,))
r = at_positions(closed, np.array([[0.7, -0.7, 0.7]]), np.ones((1, 1)), np.zeros((1, 1)))
print(r.W[0, :, 0].tolist(), r.inverse_slopes["q"].shape)
"""
    # a type of the model has its joint rows behind it; that the referee does not ask them is said by its direct imports
    blocked = tuple(f"linkwright.{x}" for x in _JUDGED if x != "model.joints")
    done = subprocess.run([sys.executable, "-c", program % (blocked,)], capture_output=True, text=True, check=True)
    assert "[1.0" in done.stdout
    assert "(1, 1, 1)" in done.stdout


def test_its_entry_stays_a_function() -> None:
    """A module of the room must not bear the entry's name: importing it would put itself in the entry's place."""
    assert not (SOURCE / "referee" / "reference.py").exists()
