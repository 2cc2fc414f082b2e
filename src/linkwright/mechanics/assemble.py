"""From a robot and a quantity to a Function: check what was asked, derive in every way worth trying, keep the shortest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import prod
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from linkwright.errors import QuantityError
from linkwright.graph.columns import kept
from linkwright.graph.expr import Expr, lift, symbol_name
from linkwright.graph.function import Function, Port, count_ops
from linkwright.graph.quantity import Quantity, flatten, shape_of
from linkwright.graph.rewrite import symbols_of
from linkwright.mechanics.ports import input_labels, input_port, note_rows, parameter_port
from linkwright.mechanics.prepare import prepare
from linkwright.mechanics.problem import Model, Problem
from linkwright.mechanics.quantities.method import Method, Way
from linkwright.mechanics.state import State
from linkwright.mechanics.symbols import closed_state, open_state
from linkwright.mechanics.tree.kinematics import frame_told
from linkwright.model.closed_robot import Robot
from linkwright.model.tree import Tree
from linkwright.narrowing import is_sequence

if TYPE_CHECKING:
    from linkwright.mechanics.embedding import Embedding

CLOSURES = ("explicit", "given", "tree")
"""Where the dependent positions come from: computed inside, an input `theta`, or all positions of the tree are inputs."""
FORMS = ("trigonometric", "direct")
"""Of an explicit closure: sines and cosines of dependent angles are algebraic, or angles come from arc functions."""


@dataclass(frozen=True)
class Choice:
    """How to derive: one of each. closure, forms and matrix are those of closed robots."""

    method: str
    closure: str = ""
    forms: tuple[str, ...] = ()
    matrix: bool = False


@dataclass(frozen=True)
class Candidate:
    """What a choice made of a model, and how many operations it needs."""

    state: State
    roots: list[int]
    shapes: list[tuple[int, ...]]
    choice: Choice
    form: str | None = None

    @property
    def cost(self) -> int:
        """All operations, functions included; signs apart."""
        ops = count_ops(self.state.graph, self.roots)
        return ops.flops + ops.sin + ops.cos + ops.sqrt + ops.atan2 + ops.asin + ops.acos + ops.hypot

    @property
    def weight(self) -> int:
        """The same in time, roughly, in additions: arc functions are dear, which is what tells the forms of a closure apart."""
        ops = count_ops(self.state.graph, self.roots)
        arcs = ops.atan2 + ops.asin + ops.acos
        return ops.add + ops.mul + 4 * ops.div + 5 * (ops.sqrt + ops.hypot) + 10 * (ops.sin + ops.cos) + 15 * arcs


def assemble(
    robot: Robot, entry: Quantity, method: str | None, parameters: str, symbolic: str, options: Mapping[str, Any]
) -> Function:
    """See linkwright.mechanism.derive."""
    entry.check_asked(method, options)
    for name, value in options.items():
        _check_option(name, value)
    return of_problem(robot, entry, method, prepare(robot, entry, parameters, symbolic, options), parameters, options)


def of_problem(
    robot: Robot, entry: Quantity, method: str | None, problem: Problem, parameters: str, options: Mapping[str, Any]
) -> Function:
    """The shortest Function of a problem."""
    candidates = [
        made
        for choice in _choices(entry, method, options, problem)
        for model in problem.models
        for made in derive_by(entry, choice, model, problem, options)
    ]
    if not candidates:
        raise QuantityError(
            f"{entry.name} of {robot.name} cannot be derived by '{method}': {_NOT_FOR.get(method or '', 'it does not apply')}",
            hint="name another method, or none: the shortest that applies is taken",
        )
    best = _shortest(candidates)
    facts: dict[str, Any] = {"robot": robot.name, "parameters": parameters, "method": best.choice.method}
    if problem.closed:
        facts["closure"] = best.choice.closure
    if best.form is not None:
        facts["form"] = best.form
    if entry.factored:
        facts["factored"] = True
    labels = input_labels(robot, best.choice.closure)
    facts |= {**best.state.facts, "unit_groups": _unit_groups(best.state)}
    facts |= frame_told(best.state.tree, entry, options.get("frame"))
    return _function(entry, best, problem, facts, {**labels, **best.state.labels})


def _shortest(candidates: list[Candidate]) -> Candidate:
    """Of each form the one with the fewest operations; of the forms the one that takes the least time."""
    if len(candidates) == 1:
        return candidates[0]
    costs = [(c.cost, c) for c in candidates]
    forms = dict.fromkeys(c.form for c in candidates)
    best = [min((x for x in costs if x[1].form == form), key=lambda x: x[0])[1] for form in forms]
    return best[0] if len(best) == 1 else min(best, key=lambda c: (c.weight, c.form or ""))


_LAGRANGE = "rates of floating, spherical or planar joints are free, and they are no derivatives of coordinates"
_NOT_FOR = {
    "lagrange": _LAGRANGE, "elimination": _LAGRANGE, "legwise": "it is for platforms on legs",
    "planar": "it is for revolute and prismatic joints that mimic none",
    "mixed": "it is for revolute and prismatic joints that mimic none",
}  # fmt: skip
"""Method -> why nothing came of it."""


_WORDS: Mapping[str, tuple[str, ...]] = {
    "closure": CLOSURES,
    "form": FORMS,
    "joints": ("actuated", "all"),
    "limits": ("kept", "ignored"),
}
"""Options that are one of some words; the others are names that depend on the robot, or what `_NUMBERS` has."""
_NUMBERS = ("weights",)
"""Options that are lists of numbers."""


def _check_option(name: str, value: Any) -> None:
    """Whether a value is of the sort that an option takes; None is as if it were not given."""
    if value is None:
        return
    if name in _NUMBERS:
        array = value.tolist() if hasattr(value, "tolist") else value
        if not is_sequence(array) or not all(isinstance(x, int | float | Fraction | Expr) for x in array):
            raise QuantityError(f"{name} is {value!r}, no list of numbers", hint=f"write {name}=[1, 2, ...]")
        return
    known = _WORDS.get(name)
    if not isinstance(value, str):
        raise QuantityError(
            f"{name} is {value!r}, no word", hint=f"one of: {', '.join(known)}" if known else "write its name"
        )
    if known is not None and value not in known:
        raise QuantityError(f"there is no {name} '{value}'", hint=f"one of: {', '.join(known)}")


def _ways(entry: Quantity, method: str | None, problem: Problem) -> dict[str, Way]:
    """The method that was named; otherwise those that may win, or the first that serves."""
    methods = cast("Mapping[str, Method]", entry.methods)
    serving = {name: way for name, m in methods.items() if (way := m.way(problem.closed)) is not None}
    if method is not None:
        return {method: serving[method]}
    tried = {name: way for name, way in serving.items() if way.tried(problem.tree)}
    return tried or dict([next(iter(serving.items()))])


def _choices(entry: Quantity, method: str | None, options: Mapping[str, Any], problem: Problem) -> Iterator[Choice]:
    """Everything that was left open, the default closure first."""
    ways = _ways(entry, method, problem)
    if not problem.closed:
        yield from (Choice(name) for name in ways)
        return
    default = "given" if problem.solution is None else "explicit"
    closure = options.get("closure") or entry.closure or default
    if closure == "explicit" and problem.solution is None:
        raise QuantityError(
            f"{problem.name} has no closed form of its closure: a loop of it is of no kind that is solved here",
            hint="use closure='given' and pass the dependent positions theta (lw.compile(robot).closure finds them)",
        )
    named = options.get("form")
    if named is not None and closure != "explicit":
        raise QuantityError(f"form='{named}' belongs to closure='explicit'", hint=f"closure is '{closure}' here")
    forms = () if closure != "explicit" else FORMS if named is None else (named,)
    for name, way in ways.items():
        for matrix in (False, True) if way.through_W else (False,):
            yield Choice(name, closure, forms, matrix)


def derive_by(
    entry: Quantity, choice: Choice, model: Model, problem: Problem, options: Mapping[str, Any]
) -> Iterator[Candidate]:
    """Apply one choice to one model, over symbols of a fresh graph; nothing where the method does not apply."""
    state = _state(model, choice, {**options, **problem.given}, problem)
    result = entry.methods[choice.method](state)
    if result is None:
        return
    several = len(entry.output.split()) > 1
    parts = list(result) if several and isinstance(result, Sequence) else [result]
    roots = [lift(state.graph, e).index for e in flatten(parts)]
    shapes = [shape_of(part) for part in parts]
    if not choice.forms:
        yield Candidate(state, roots, shapes, choice)
    for form in choice.forms:
        yield Candidate(state, _closed(state, problem, roots, form), shapes, choice, form)


def _state(model: Model, choice: Choice, options: Mapping[str, Any], problem: Problem) -> State:
    """Symbols q[0], v[0] ... in a fresh graph, and the model in it."""
    if isinstance(model, Tree):
        return open_state(model, options)
    if not choice.forms:
        return closed_state(model, choice.closure, options, choice.matrix)

    def close(own: Embedding) -> Callable[[Sequence[int]], list[int]]:
        return lambda roots: eliminated(own, problem, list(roots), choice.forms[0])

    return closed_state(model, choice.closure, options, choice.matrix, close)


def eliminated(x: Embedding, problem: Problem, roots: list[int], form: str) -> list[int]:
    """Roots over q and theta with the closed form put in."""
    from linkwright.mechanics.closure.explicit import eliminate

    assert problem.solution is not None
    return eliminate(x.graph, roots, x.cut, problem.solution, form)


def _closed(state: State, problem: Problem, roots: list[int], form: str) -> list[int]:
    assert state.embedding is not None
    return eliminated(state.embedding, problem, roots, form)


def _unit_groups(x: State) -> tuple[tuple[str, ...], ...]:
    """Quaternions and the like among the inputs, by the names that their symbols have there."""
    names = {f"q[{k}]": symbol_name(e) for k, e in enumerate(x.q)}
    return tuple(tuple(names[n] for n in group) for group in x.tree.unit_groups)


# --- ports -------------------------------------------------------------------------------------------------------------------

_ROWS = (
    *("M", "C", "Minv", "Y", "dtau_dq", "dtau_dv", "da_dq", "da_dv", "da_dtau"),
    *("dM", "ddM", "dC", "ddC", "dtau_dp", "A", "B", "Yb", "Yg", "Yh", "Yi"),
)
"""Outputs with a row per degree of freedom."""


def _function(
    entry: Quantity, best: Candidate, problem: Problem, facts: dict[str, Any], labels: Mapping[str, tuple[str, ...]]
) -> Function:
    graph = best.state.graph
    nodes = iter(best.roots)
    outputs: list[Port] = []
    for name, shape in zip(entry.output.split(), best.shapes, strict=True):
        # where nothing moves, no row says how many columns there would be
        shape = (0, len(problem.labels)) if name in _ROWS and shape == (0,) else shape
        own = tuple(islice(nodes, prod(shape)))
        note_rows(entry, name, [Expr(graph, i) for i in own], labels.get("tau", ()), name in _ROWS)
        outputs.append(Port(name, shape, own, doc=entry.doc, unit=entry.unit, labels=problem.labels))
    inputs = [
        input_port(
            n,
            [lift(graph, e) for e in best.state.taken(n)],
            problem.closed,
            labels.get(n, ()),
            problem.defaults.get(n),
        )
        for n in _inputs(entry, best)
    ]
    known = {graph.data[i] for p in inputs for i in p.nodes} | {p.name for p in problem.parameters}
    for columns in kept(graph):
        outputs.append(Port(columns.name, (len(columns.needs),), columns.needs))
        known |= columns.symbols
    if missing := set(symbols_of(graph, best.roots)) - known:
        raise QuantityError(
            f"undefined symbols in the model: {', '.join(sorted(missing))}", hint="add them to 'parameters'"
        )
    if problem.parameters:
        inputs.append(parameter_port(graph, problem.parameters))
    about = {"doc": entry.doc, "equation": entry.equation, "reference": entry.reference}
    return Function.make(entry.name, graph, inputs, outputs, **about, facts=MappingProxyType(facts))


def _inputs(entry: Quantity, best: Candidate) -> list[str]:
    """Names of the inputs; theta where the closure is given, wrenches where some act."""
    optional = ("wrench", *best.state.labels)
    wanted = [n for n in entry.inputs.split() if n not in optional or best.state.taken(n)]
    if best.choice.closure != "given":
        return [n for n in wanted if n != "theta"]
    if "theta" not in wanted:
        wanted.insert(1 if wanted and wanted[0] == "q" else 0, "theta")
    return wanted
