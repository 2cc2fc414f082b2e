"""A Lagrangian under test, and brute force in a chart at each of its sample states."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.graph.function import Function
from linkwright.manifold.assemble import check_names
from linkwright.manifold.lagrangian import Lagrangian
from linkwright.manifold.state import place_rates, slots_of
from linkwright.narrowing import is_dict
from linkwright.referee import reference
from linkwright.referee.lagrangian import Brute
from linkwright.referee.states import LagrangianState as State
from linkwright.verification.context.base import LawContext
from linkwright.verification.differences import directional_difference
from linkwright.verification.finding import gap
from linkwright.verification.lagrangian_states import LARGE, in_numbers, sample
from linkwright.verification.suite.manifold import EXPECTED


@dataclass(frozen=True)
class LagrangianContext(LawContext[Lagrangian, list[State]]):
    """Its functions have outputs and inputs of the file's names: they are asked state by state."""

    count: int = 2
    equations = (
        *((name, method) for name in ("accelerations", "equations_of_motion") for method in ("graph", "variation")),
        ("inverse_dynamics", None),
    )

    def __post_init__(self) -> None:
        check_names(self.given)  # or every law would say the same

    def _in_numbers(self) -> Lagrangian:
        return in_numbers(self.given, np.random.default_rng(self.seed))

    def _sample(self) -> list[State]:
        return sample(self.robot, self.count if self.robot.nv <= LARGE else 1, self.seed)

    @cached_property
    def reference(self) -> list[Brute]:
        """Brute force at the sample states."""
        return reference(self.robot, self.states)

    def value(self, quantity: str, n: int, **more: Any) -> dict[str, Array]:
        """The outputs of a quantity at a state, by name; `more` may name a method or give further inputs."""
        choices = {k: more.pop(k) for k in ("method",) if k in more}
        return outputs(self.function(quantity, **choices), self.states[n], **more)

    def compared(self, *names: str, **choices: Any) -> list[float]:
        gaps: list[float] = []
        for name in names:
            if (f := self.function_or_none(name, **choices)) is None:
                continue
            for state, b in zip(self.states, self.reference, strict=True):
                made = self._made(f, state, p=b.momentum)
                gaps += [gap(made[n], wanted) for n, wanted in EXPECTED[name](b, state).items() if n in made]
        return gaps

    def on_states(self, function: Function) -> Iterator[list[Array]]:
        for state in self.states:
            yield list(self._made(function, state).values())

    def _made(self, function: Function, state: State, **more: Any) -> dict[str, Array]:
        """The outputs at a state, with one for every multiplier."""
        ones = {n: np.ones(p.shape) for n, p in function.inputs.items() if n == "multipliers"}
        return outputs(function, state, **ones, **more)

    # --- the motion through a state ----------------------------------------------------------------------------------------

    def motion(self, state: State) -> dict[str, Array]:
        """Rates of q and v."""
        dq = np.array(place_rates(slots_of(self.robot.variables), state.q.tolist(), state.v.tolist()), dtype=float)
        return {"q": dq, "v": outputs(self.function("accelerations"), state)["a"]}

    def rate(self, function: Function, state: State) -> Array:
        """Of the function's one output, by differences of many digits."""
        return directional_difference(function, {"q": state.q, "v": state.v}, self.motion(state))

    def loudest_power(self, n: int, state: State) -> float:
        """What rounding of powers and of rates of momenta is measured by."""
        return float(np.abs(self.motion(state)["v"]).max()) * float(np.abs(self.reference[n].momentum).max())

    def allowed(self, state: State) -> State:
        """The state with velocities that the constraints allow: the nearest ones."""
        if not self.robot.constraints:
            return state
        f = alone(self.function("constraints"), "velocities")
        rest = np.ravel(f(q=state.q, v=0 * state.v))
        C = np.array([np.ravel(f(q=state.q, v=u)) - rest for u in np.eye(self.robot.nv)]).T
        return replace(state, v=state.v - np.linalg.pinv(C) @ (C @ state.v + rest))


def alone(f: Function, output: str) -> Function:
    """A function with one of its outputs."""
    return f if len(f.outputs) == 1 else f.with_ports(f.graph, [f.outputs[output]])


def outputs(function: Function, state: State, **more: Any) -> dict[str, Array]:
    """The outputs of a function at a state, by name; `more` are inputs besides those of the state."""
    known = {"q": state.q, "v": state.v, "a": state.a, **state.inputs, **more}
    made = function(**{n: known[n] for n in function.inputs if n in known})
    return made if is_dict(made) else {next(iter(function.outputs)): made}
