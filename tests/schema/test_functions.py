"""Functions as JSON: the same graph node by node, and the same bits out of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.schema.support import ROOT, differences, through_text
from tests.support.graph import Function
from tests.support.package import quantities
from tests.support.passes import optimise


def evaluated(function: Function) -> list[bytes]:
    rng = np.random.default_rng(1)
    values = {p.name: rng.uniform(0.1, 0.9, p.shape) for p in function.inputs.values()}
    with np.errstate(all="ignore"):
        found: Any = function(**values)
    return [np.asarray(x).tobytes() for x in (found.values() if isinstance(found, dict) else [found])]


def functions(file: str, parameters: str, **options: Any) -> list[Function]:
    """Everything that can be derived of a mechanism."""
    mechanism = lw.load(ROOT / "examples" / file)
    made: list[Function] = []
    for name, quantity in quantities(mechanism).items():
        if not quantity.repeats:
            try:
                made.append(lw.derive(mechanism, name, parameters=parameters, **options))
            except lw.LinkwrightError:
                continue  # not of this mechanism
    return made


@pytest.mark.parametrize(
    ("file", "parameters", "least"),
    [
        ("double_pendulum.yaml", "numeric", 40),
        ("double_pendulum.yaml", "symbolic", 40),
        ("double_pendulum.yaml", "base", 5),
        ("loops/fourbar.yaml", "numeric", 15),
        ("manifold/pendulum_3d.yaml", "symbolic", 10),
    ],
)
def test_functions_come_back(file: str, parameters: str, least: int) -> None:
    made = functions(file, parameters)
    assert len(made) >= least
    for function in made:
        back = through_text(function)
        assert not list(differences(function, back)), function.name
        assert evaluated(function) == evaluated(back), function.name


def test_an_explicit_closure_comes_back() -> None:
    robot = lw.load(ROOT / "examples/loops/fourbar.yaml")
    function = lw.derive(robot, "inverse_dynamics", parameters="symbolic", closure="explicit")
    back = through_text(function)
    assert function.facts["closure"] == back.facts["closure"] == "explicit"
    assert evaluated(function) == evaluated(back)


def test_optimised_functions_are_not_undone() -> None:
    robot = lw.load(ROOT / "examples/elbow6.urdf")
    for name in ("inverse_dynamics", "forward_dynamics", "mass_matrix"):
        function = optimise(lw.derive(robot, name))
        assert not list(differences(function, through_text(function)))


def test_every_operation_comes_back() -> None:
    from tests.support.graph import OPS, Graph, Port, symbol

    graph = Graph()
    x = [symbol(n, graph).index for n in "abc"]
    nodes = [graph.raw(op.name, tuple(x[: op.arity])) for op in OPS.values()] + [graph.pi()]
    function = Function.make("all", graph, [Port("x", (3,), tuple(x))], [Port("y", (len(nodes),), tuple(nodes))])
    assert not list(differences(function, through_text(function)))
