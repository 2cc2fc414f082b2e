"""The program of a Lagrangian: a step on its manifold under the inputs of a run, and its energies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from linkwright.formula.functions import is_name
from linkwright.graph.expr import Expr, Scalar, lift
from linkwright.graph.function import Function, Port
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import copy_nodes
from linkwright.manifold.lagrangian import Lagrangian
from linkwright.manifold.state import input_elements, labels_of, slots_of
from linkwright.mechanism import derive
from linkwright.model.robot import Parameter
from linkwright.simulation.lagrangian_flow import LagrangianFlow
from linkwright.studio.desk.coordinates_lagrangian import coordinates_of_lagrangian
from linkwright.studio.desk.lagrangian_inputs import given_elements, start_texts
from linkwright.studio.desk.setup import Setup
from linkwright.view.symbols import Symbols

RESULTS = {"q_next": "q", "v_next": "v"}
"""Output of a step -> what the page calls it."""


def program_of_lagrangian(system: Lagrangian, setup: Setup) -> tuple[list[Function], dict[str, Any]]:
    """Functions of the program, and its layout."""
    made = LagrangianProgram(system, setup)
    q, v = LagrangianFlow(system).start(*start_texts(system, setup))
    return [made.step(), made.observe()], made.layout(q.tolist(), v.tolist())


@dataclass(frozen=True)
class LagrangianProgram:
    """The functions of a Lagrangian's program; constants are inputs."""

    system: Lagrangian
    setup: Setup

    @cached_property
    def _step(self) -> Function:
        return derive(self.system, "rkmk_step", parameters="symbolic", forces=self.forces)

    @cached_property
    def x(self) -> Symbols:
        port = derive(self.system, "energy", parameters="symbolic").inputs.get("parameters")
        values = port.defaults if port is not None else ()
        labels = port.labels if port is not None else ()
        known = tuple(Parameter(n, x) for n, x in zip(labels, values or (), strict=True))
        given = given_elements(self.system, self.setup)
        signals = tuple(dict.fromkeys(text for source, text in given.values() if source.kind == "signal"))
        return Symbols(Graph(), self.system.nq, self.system.nv, known, signals)

    @cached_property
    def forces(self) -> dict[str, list[Scalar]]:
        """Every input as expressions of t, q, v, signals and constants; zero where nothing is given."""
        given = given_elements(self.system, self.setup)
        names = {**self._names, **self.x.formula_names}
        found: dict[str, list[Scalar]] = {}
        for name, labels in input_elements(self.system).items():
            found[name] = []
            for label in labels:
                source, text = given.get(label, (None, "0"))
                if source is not None and source.kind == "signal":
                    found[name].append(self.x["signals"][self.x.signals.index(text)])
                else:
                    found[name].append(self.x.formula(text, f"{source.where}/force" if source else "", names))
        return found

    @property
    def _names(self) -> dict[str, Scalar]:
        """q1.., v1.., and elements by their own names."""
        q, v, slots = self.x["q"], self.x["v"], slots_of(self.system.variables)
        own = dict(zip(labels_of(slots, "q"), q, strict=True)) | dict(zip(labels_of(slots, "v"), v, strict=True))
        numbered = {f"q{k + 1}": e for k, e in enumerate(q)} | {f"v{k + 1}": e for k, e in enumerate(v)}
        return {**{n: e for n, e in own.items() if is_name(n)}, **numbered}

    def step(self) -> Function:
        """q and v after a time h; signals are held during it."""
        graph = self.x.graph
        nodes = {n: self._copied(self._step, n, {}) for n in RESULTS}
        outputs = [Port(n, (len(e),), tuple(lift(graph, k).index for k in e)) for n, e in nodes.items()]
        ports = [
            Port("t", (), (graph.symbol("t[0]"),)),
            *(self.x.port(n, self.x.sizes[n]) for n in ("q", "v", "signals")),
        ]
        ports += [Port("h", (), (graph.symbol("h[0]"),)), self.x.parameter_port()]
        return Function.make("step", graph, ports, outputs)

    def observe(self) -> Function:
        """Accelerations, inputs, energies, and the power of inputs and dissipation."""
        instead = {f"{name}[{k}]": e for name, values in self.forces.items() for k, e in enumerate(values)}
        a, (T,), (E,), (P,) = (
            self._copied(derive(self.system, quantity, parameters="symbolic"), port, instead)
            for quantity, port in (("accelerations", "a"), ("kinetic_energy", "T"), ("energy", "E"), ("power", "P"))
        )
        tau = [e for values in self.forces.values() for e in values]
        outputs = {"a": a, "tau": tau, "kinetic": T, "potential": E - T, "energy": E, "power": P}
        return self.x.function("observe", "t q v signals", outputs)

    def _copied(self, found: Function, port: str, instead: dict[str, Scalar]) -> list[Expr]:
        """An output of a derived function, with something else for some of its symbols."""
        graph = self.x.graph
        table = {n: lift(graph, e).index for n, e in instead.items()}
        return [Expr(graph, k) for k in copy_nodes(found.graph, graph, found.outputs[port].nodes, table)]

    def layout(self, q: Sequence[float], v: Sequence[float]) -> dict[str, Any]:
        """The layout of the protocol."""
        system, slots = self.system, slots_of(self.system.variables)
        names = labels_of(slots, "v")
        owner = [s.name for s in slots for _ in range(s.nv)]
        return {
            "kind": "lagrangian",
            "name": system.name,
            "nq": system.nq,
            "nv": system.nv,
            "tree": {"nq": system.nq, "nv": system.nv},
            "coordinates": coordinates_of_lagrangian(system),
            "freedoms": [
                {"name": n, "joint": joint, "index": k, "unit": ""}
                for k, (n, joint) in enumerate(zip(names, owner, strict=True))
            ],
            "start": {"q": list(q), "v": list(v)},
            "parameters": [{"name": p.name, "value": p.value} for p in self.x.known],
            "poses": [],
            "bodies": [],
            "signals": list(self.x.signals),
            "stops": {},
            "variables": [
                {"name": s.name, "manifold": str(s.variable.manifold), "q": list(range(s.iq, s.iq + s.nq)),
                 "v": list(range(s.iv, s.iv + s.nv))}
                for s in slots
            ],
            "notes": ["signals are held during a step"] if self.x.signals else [],
        }  # fmt: skip
