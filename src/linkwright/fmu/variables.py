"""Variables of a unit in the order of their value references, and which depends on which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from linkwright.fmu.plant import Plant, Signal
from linkwright.graph.rewrite import symbols_of

TOLERANCE = 1e-9
"""Of co-simulation's own integrator, relative and absolute."""


@dataclass(frozen=True)
class Variable:
    """A row of modelDescription.xml; derivative_of: the value reference of the state whose rate it is."""

    signal: Signal
    reference: int
    causality: str
    variability: str = "continuous"
    initial: str = ""
    derivative_of: int | None = None

    @property
    def start(self) -> float | None:
        """Inputs, states and parameters start somewhere; what is computed does not."""
        return self.signal.start if self.initial == "exact" or self.causality == "input" else None


@dataclass(frozen=True)
class Variables:
    """All variables of a plant: time, states, rates, inputs, outputs, parameters, options of the integrator."""

    plant: Plant

    @cached_property
    def states(self) -> tuple[Variable, ...]:
        return tuple(Variable(s, 1 + k, "output", initial="exact") for k, s in enumerate(self.plant.states))

    @cached_property
    def rates(self) -> tuple[Variable, ...]:
        nx, nq = len(self.plant.states), self.plant.nq
        return tuple(
            Variable(s, 1 + nx + k, "local" if k < nq else "output", initial="calculated", derivative_of=1 + k)
            for k, s in enumerate(self.plant.rates)
        )

    @cached_property
    def inputs(self) -> tuple[Variable, ...]:
        first = 1 + 2 * len(self.plant.states)
        return tuple(Variable(s, first + k, "input") for k, s in enumerate(self.plant.inputs))

    @cached_property
    def outputs(self) -> tuple[Variable, ...]:
        """Besides states and accelerations."""
        first = 1 + 2 * len(self.plant.states) + len(self.inputs)
        return tuple(Variable(s, first + k, "output", initial="calculated") for k, s in enumerate(self.plant.outputs))

    @cached_property
    def parameters(self) -> tuple[Variable, ...]:
        first = 1 + 2 * len(self.plant.states) + len(self.inputs) + len(self.outputs)
        own = (
            Signal(
                "solver_tolerance", "", TOLERANCE, "co-simulation: tolerance of its integrator, relative and absolute"
            ),
            Signal("solver_step", "s", 0.0, "co-simulation: fixed step of its integrator; 0: as the tolerance asks"),
        )
        return tuple(
            Variable(s, first + k, "parameter", "tunable", "exact")
            for k, s in enumerate((*self.plant.parameters, *own))
        )

    @cached_property
    def every(self) -> tuple[Variable, ...]:
        """In the order of the value references, which count from 0."""
        time = Variable(Signal("time", "s"), 0, "independent")
        return (time, *self.states, *self.rates, *self.inputs, *self.outputs, *self.parameters)

    @cached_property
    def dependencies(self) -> dict[int, tuple[int, ...]]:
        """Value reference of a state, a rate or an output -> those of the states and inputs that it is computed from."""
        motion = self.plant.motion
        found: dict[int, tuple[int, ...]] = {s.reference: (s.reference,) for s in self.states}
        for port, rows in (("rates", self.rates), ("y", self.outputs)):
            nodes: Sequence[int] = motion.outputs[port].nodes if port in motion.outputs else ()
            for row, node in zip(rows, nodes, strict=True):
                found[row.reference] = self._references(symbols_of(motion.graph, [node]))
        return found

    def _references(self, symbols: Sequence[str]) -> tuple[int, ...]:
        """Dependent positions depend on all free ones."""
        places = {f"x[{k}]": s.reference for k, s in enumerate(self.states)}
        places |= {f"u[{k}]": i.reference for k, i in enumerate(self.inputs)}
        found = {places[name] for name in symbols if name in places}
        if any(name.startswith("theta[") for name in symbols):
            found |= {s.reference for s in self.states[: self.plant.nq]}
        return tuple(sorted(found))
