"""The motion of a Lagrangian on the server: steps on its manifold, under inputs that are formulas."""

from __future__ import annotations

from linkwright.errors import InputError
from linkwright.graph.expr import Expr, lift
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import copy_nodes
from linkwright.manifold.lagrangian import Lagrangian
from linkwright.simulation.flow import accounted
from linkwright.simulation.lagrangian_flow import LagrangianFlow
from linkwright.simulation.motion import Motion
from linkwright.simulation.progress import Tell, reaching
from linkwright.simulation.run import Run
from linkwright.studio.desk.lagrangian_inputs import start_texts
from linkwright.studio.desk.program_lagrangian import LagrangianProgram
from linkwright.studio.desk.setup import Setup


def lagrangian_motion(system: Lagrangian, setup: Setup, run: Run, tell: Tell) -> Motion:
    """Under the inputs of a run."""
    flow = LagrangianFlow(system, _expressions(system, setup) if setup.inputs else "")
    q, v = flow.start(*start_texts(system, setup))
    flow.reached = reaching(tell, run.time)
    return accounted(flow, flow.path(q, v, run), run.chosen(flow.methods), tell)


def _expressions(system: Lagrangian, setup: Setup) -> dict[str, list[Expr]]:
    """The inputs of a run, with numbers for the constants."""
    for source in setup.inputs:
        if source.kind == "signal":
            what = f"the input '{source.name}' is a signal, which only a run in the page follows"
            raise InputError(what, source.where, "choose the method rk4, or give a formula")
    program, graph = LagrangianProgram(system, setup), Graph()
    values = {p.name: graph.number(p.value) for p in program.x.known if p.value is not None}
    return {
        name: [
            Expr(graph, copy_nodes(e.graph, graph, [e.index], values)[0])
            for e in (lift(program.x.graph, x) for x in own)
        ]
        for name, own in program.forces.items()
    }
