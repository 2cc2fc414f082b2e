"""Columns in lanes: what is done alike for the columns of a matrix, of random trees, in vectors and exactly."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import linkwright as lw
from linkwright.kernels import kernel
from linkwright.mechanism import quantities
from tests.emit.kernels import interpret
from tests.passes.in_lanes import Compiled, flat, in_lanes, named, near, run_vectors, states
from tests.passes.test_lanes import legged, quadruped
from tests.strategies import mechanisms
from tests.support.emit import BuildContext, emit
from tests.support.graph import Alike, Function, Graph, copy_nodes, each_column, equal, keeping, symbol
from tests.support.mechanics import legwise
from tests.support.model import OpenRobot
from tests.support.runtime import native

EXAMPLES = Path(__file__).parents[2] / "examples"
QUANTITIES = ("inverse_dynamics_derivatives", "forward_dynamics_derivatives", "mass_matrix_inverse")
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]


def assembled(alike: Alike, like: Function) -> Function:
    """The function with what is done for every column put back in."""
    graph, source = Graph(), alike.function.graph
    known = dict[str, int]()
    for columns in alike.columns:
        needs = copy_nodes(source, graph, alike.function.outputs[columns.name].nodes, known)
        for chunk in columns.chunks:
            one = chunk.function
            names = [one.graph.data[n] for n in one.inputs["x"].nodes]
            for lane in range(len(chunk.made[0]) if chunk.made else 0):
                if chunk.made[0][lane]:
                    given = {name: needs[places[lane]] for name, places in zip(names, chunk.takes, strict=True)}
                    results = copy_nodes(one.graph, graph, one.roots, given)
                    known.update(zip((words[lane] for words in chunk.made), results, strict=True))
    wanted = [n for name in like.outputs for n in alike.function.outputs[name].nodes]
    return like.with_outputs(graph, copy_nodes(source, graph, wanted, known))


@given(robot=mechanisms(size=4, symbolic=False), quantity=st.sampled_from(QUANTITIES))
@settings(max_examples=12, suppress_health_check=SLOW)
def test_columns_are_the_same_function(robot: OpenRobot, quantity: str) -> None:
    """Decided in a prime field."""
    try:
        function = lw.derive(robot, quantity)
    except lw.LinkwrightError:
        assume(False)
        return
    alike = legwise(robot, quantities(robot)[quantity], function, ("numeric", ""), {})
    assume(alike is not None and not alike.values)  # what legs differ in are floats
    assert alike is not None
    assert equal(function, assembled(alike, function))


@given(
    robot=st.one_of(legged(), mechanisms(size=6, exact=False, symbolic=False, types=("revolute", "prismatic"))),
    quantity=st.sampled_from(QUANTITIES),
    seed=st.integers(0, 99),
)
@settings(max_examples=15, suppress_health_check=SLOW)
def test_columns_in_lanes_compute_the_same(robot: OpenRobot, quantity: str, seed: int) -> None:
    """Straight-line code, code in packs, vectors lane by lane, machine code."""
    try:
        made = in_lanes(robot, quantity)
    except lw.LinkwrightError:
        made = None
    assume(made is not None)
    assert made is not None
    function, _, lanes = made
    inputs = states(function, seed)
    expected = named(function, function(**inputs))
    assume(all(np.abs(np.asarray(x)).max(initial=0.0) < 1e6 for x in expected.values()))
    by_interpreter = interpret(lanes, flat(inputs))
    assert run_vectors(lanes, flat(inputs)) == by_interpreter
    by_machine = named(function, native(lanes)(**inputs))
    for name, value in expected.items():
        near(by_interpreter[name], value)
        near(by_machine[name], value)


def arm() -> OpenRobot:
    """A chain of six joints on a base that floats."""
    robot = lw.load(EXAMPLES / "elbow6.urdf", floating=True)
    assert isinstance(robot, OpenRobot)
    return robot


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize(("language", "quantity"), [("c", QUANTITIES[1]), ("cpp", QUANTITIES[0]), ("c", QUANTITIES[2])])
def test_columns_have_the_bits_of_scalars_in(compiler: str, language: str, quantity: str, tmp_path: Path) -> None:
    """With AVX-512 where there is one, with AVX2, and without vectors."""
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler} found")
    made = in_lanes(quadruped(2, 3), quantity)
    assert made is not None
    inputs = states(made[0], 5)
    program = Compiled(made[1], tmp_path, language, compiler)
    together = program.run(inputs, "-O2", "-march=native")
    assert together == program.run(inputs, "-O2", "-mavx2", "-Wno-psabi")
    plain = program.run(inputs, "-O2", "-march=native", "-DLINKWRIGHT_NO_LANES")
    a, b = (np.array([float.fromhex(x) for x in found]) for found in (together, plain))
    np.testing.assert_allclose(a, b, rtol=0, atol=1e-13 * np.abs(b).max())


def test_rows_are_written_as_vectors() -> None:
    """Eight neighbours of a row at once; what is left over in halves."""
    robot = arm()
    text = emit([kernel(robot, "forward_dynamics_derivatives")], "c", BuildContext("arm"))["arm.c"]
    for count in (8, 4):
        assert text.count(f"*(linkwright_near{count} *)&da_dv[") == 12
    assert "LINKWRIGHT_PUT" in text


def test_columns_are_chosen_where_they_gain() -> None:
    """Of an arm, not of two joints."""
    assert kernel(arm(), "forward_dynamics_derivatives").lanes is not None
    assert kernel(lw.load(EXAMPLES / "double_pendulum.yaml"), "mass_matrix_inverse").lanes is None


def test_columns_are_kept_apart_where_somebody_asks() -> None:
    """Otherwise a function of every column, as it stands; zeros stay zeros."""
    graph = Graph()
    a, b, c = (symbol(name, graph) for name in "abc")
    columns = [[a, 0], [0, 0], [b, c]]
    plain = each_column(lambda x: [x[0] + 2 * x[1], c * x[0]], columns)
    assert [[str(e) for e in x] for x in plain[:2]] == [["a", "a*c"], ["0", "0"]]
    with keeping() as found:
        kept = each_column(lambda x: [x[0] + 2 * x[1], c * x[0]], columns)
    assert kept[1] == [0, 0]
    (made,) = found
    (chunk,) = made.chunks
    assert [[bool(word) for word in words] for words in chunk.made] == [[True, False, True]] * 2
    assert made.symbols == {str(e) for x in (kept[0], kept[2]) for e in x}
