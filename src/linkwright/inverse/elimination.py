"""Inverse kinematics of six revolute joints without a closed form, as a kernel: all solutions, up to sixteen."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.graph.expr import Scalar
from linkwright.graph.graph import Graph
from linkwright.graph.port import Port
from linkwright.inverse import arm_kernels
from linkwright.inverse.choice import best, constant
from linkwright.inverse.six_joints import all_solutions
from linkwright.mechanics.inverse.chain import Chain
from linkwright.passes.kernel import Kernel
from linkwright.passes.procedural import procedural

MOST = 16


def elimination(chain: Chain, graph: Graph, inputs: Sequence[Port], nq: int, fixed: dict[int, Scalar]) -> Kernel:
    """The kernel of a chain. graph: of the chain's symbols; inputs: ports of the pose; fixed: coordinates that are given."""
    x = best(chain)
    kernels = {
        "equations": arm_kernels.equations(x, inputs, graph),
        "joints": arm_kernels.joints(x, inputs, graph),
        "polish": arm_kernels.polish(x, inputs, graph, fixed, nq),
    }
    table = x.table.transpose(1, 0, 2, 3).reshape(14, 72)
    constants = {
        "NQ": nq,
        "LINEAR": x.linear,
        "SIZE": 24 - x.linear,
        "TABLE": _rows(table),
        "CONSTANT": _rows(constant(x)),
        "BASIS": _rows(x.basis),
    }
    outputs = (
        Port("solutions", (MOST, nq), (-1,) * (MOST * nq)),
        Port("count", (), (-1,)),
        Port("residual", (MOST,), (-1,) * MOST),
    )
    return procedural("inverse_kinematics", all_solutions, inputs, outputs, kernels, constants)


def _rows(table: object) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(float(x) for x in row) for row in table)  # type: ignore[attr-defined]
