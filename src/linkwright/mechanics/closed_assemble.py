"""From a closed robot and the name of a quantity to a Function: check, choose how it closes, derive, keep the shortest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from linkwright.errors import QuantityError
from linkwright.graph.expr import Expr, lift
from linkwright.graph.function import Function, Port, count_ops
from linkwright.graph.graph import Graph
from linkwright.graph.quantity import Quantity
from linkwright.graph.rewrite import symbols_of
from linkwright.mechanics.assemble import _parameter_port
from linkwright.mechanics.candidate import flatten, shape_of
from linkwright.mechanics.closed_material import Material, material
from linkwright.mechanics.embedding import CLOSURES, Inputs
from linkwright.mechanics.ports import input_port
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.cut import Cut

FORMS = ("trigonometric", "direct")


@dataclass(frozen=True)
class Choice:
    """How to derive: one of each."""

    method: str
    closure: str
    forms: tuple[str, ...]
    matrix: bool


@dataclass(frozen=True)
class Candidate:
    """What a choice made of a cut mechanism, and how many operations it needs."""

    graph: Graph
    inputs: Inputs
    roots: list[int]
    shapes: list[tuple[int, ...]]
    choice: Choice
    form: str | None

    @property
    def cost(self) -> int:
        """All operations, functions included; signs apart."""
        ops = count_ops(self.graph, self.roots)
        return ops.flops + ops.sin + ops.cos + ops.sqrt + ops.atan2 + ops.asin + ops.acos + ops.hypot

    @property
    def weight(self) -> int:
        """The same in time, roughly, in additions: arc functions are dear, which is what tells the forms of a closure apart."""
        ops = count_ops(self.graph, self.roots)
        arcs = ops.atan2 + ops.asin + ops.acos
        return ops.add + ops.mul + 4 * ops.div + 5 * (ops.sqrt + ops.hypot) + 10 * (ops.sin + ops.cos) + 15 * arcs


def assemble(
    robot: ClosedRobot, entry: Quantity, method: str | None, parameters: str, symbolic: str, options: Mapping[str, Any]
) -> Function:
    """See linkwright.mechanism.derive."""
    _check(entry, method, options)
    source = material(entry, robot, parameters, symbolic)
    found = [
        made
        for choice in _choices(entry, method, options, source)
        for cut in source.cuts
        for made in derive_by(entry, choice, cut, source, options)
    ]
    if not found:
        raise QuantityError(
            f"{entry.name} of {robot.name} cannot be derived by '{method}': {_NOT_FOR.get(method or '', 'it does not apply')}",
            hint="name another method, or none: the shortest that applies is taken",
        )
    shortest = {
        form: min((c for c in found if c.form == form), key=lambda c: c.cost) for form in {c.form for c in found}
    }
    best = min(shortest.values(), key=lambda c: (c.weight, c.form or ""))
    facts = {
        "robot": robot.name,
        "parameters": parameters,
        "method": best.choice.method,
        "closure": best.choice.closure,
    }
    if best.form is not None:
        facts["form"] = best.form
    return _function(entry, best, source, robot, {**facts, "unit_groups": _unit_groups(best.inputs)})


_LAGRANGE = "rates of floating, spherical or planar joints are free, and they are no derivatives of coordinates"
_NOT_FOR = {
    "lagrange": _LAGRANGE, "elimination": _LAGRANGE, "legwise": "it is for platforms on legs",
    "planar": "it is for revolute and prismatic joints that mimic none",
    "mixed": "it is for revolute and prismatic joints that mimic none",
}  # fmt: skip
"""Method -> why nothing came of it."""


def _check(entry: Quantity, method: str | None, options: Mapping[str, Any]) -> None:
    if method is not None and method not in entry.methods:
        raise QuantityError(f"{entry.name} has no method '{method}'", hint=f"one of: {', '.join(entry.methods)}")
    for name in options:
        if name not in entry.options:
            hint = f"options: {', '.join(entry.options)}" if entry.options else "it takes no options"
            raise QuantityError(f"{entry.name} has no option '{name}'", hint=hint)
    for name, known in (("closure", CLOSURES), ("form", FORMS)):
        if options.get(name, known[0]) not in known:
            raise QuantityError(f"there is no {name} '{options[name]}'", hint=f"one of: {', '.join(known)}")


def _choices(entry: Quantity, method: str | None, options: Mapping[str, Any], source: Material) -> Iterator[Choice]:
    """Everything that was left open, the default closure first."""
    closure = options.get("closure") or entry.facts.get("closure") or source.default_closure
    if closure == "explicit" and source.solution is None:
        raise QuantityError(
            f"{source.name} has no closed form of its closure: a loop of it is of no kind that is solved here",
            hint="use closure='given' and pass the dependent positions theta (lw.compile(robot).closure finds them)",
        )
    named = options.get("form")
    if named is not None and closure != "explicit":
        raise QuantityError(f"form='{named}' belongs to closure='explicit'", hint=f"closure is '{closure}' here")
    forms = () if closure != "explicit" else FORMS if named is None else (named,)
    for name in [method] if method is not None else source.methods(entry):
        for matrix in (False, True) if entry.facts.get("dynamic") and name in _STYLED else (False,):
            yield Choice(name, closure, forms, matrix)


_STYLED = ("projection", "planar", "mixed")
"""Methods that may go through the matrix W."""


def derive_by(
    entry: Quantity, choice: Choice, cut: Cut, source: Material, options: Mapping[str, Any]
) -> Iterator[Candidate]:
    """Apply one choice to one cut mechanism, over symbols of a fresh graph; nothing where the method does not apply."""
    x = inputs_for(cut, choice.closure, {**options, **source.given}, choice.matrix)
    if choice.forms:
        x = replace(x, close=lambda roots: source.closed(x, list(roots), choice.forms[0]))
    result = entry.methods[choice.method](x)
    if result is None:
        return
    parts = [result] if len(entry.output.split()) == 1 else list(result)
    roots = [lift(x.graph, e).index for e in flatten(parts)]
    shapes = [shape_of(part) for part in parts]
    if not choice.forms:
        yield Candidate(x.graph, x, roots, shapes, choice, None)
    for form in choice.forms:
        yield Candidate(x.graph, x, source.closed(x, roots, form), shapes, choice, form)


def inputs_for(cut: Cut, closure: str, options: Mapping[str, Any], matrix: bool = False) -> Inputs:
    """Symbols q[0], theta[0], v[0] ... in a fresh graph."""
    graph = Graph()

    def own(e: Any) -> Any:
        return lift(graph, e) if isinstance(e, Expr) else e

    cut = replace(cut, tree=cut.tree.map(own))
    where, tree = cut.coordinates, cut.tree
    whole = closure == "tree"
    n = len(where.free_v)
    rates = tree.nv if whole else n
    sizes = {
        "q": tree.nq if whole else len(where.free_q), "theta": 0 if whole else len(where.dependent_q),
        "v": rates, "a": rates, "tau": n, "wrench": 6 * len(tree.wrenches), "direction": len(where.dependent_q), "damping": 1,
    }  # fmt: skip
    symbols = {name: [Expr(graph, graph.symbol(f"{name}[{k}]")) for k in range(size)] for name, size in sizes.items()}
    return Inputs(cut, closure, graph, **symbols, options=options, matrix=matrix)  # type: ignore[arg-type]


def _unit_groups(x: Inputs) -> tuple[tuple[str, ...], ...]:
    """Quaternions and the like among the inputs, by the names that their symbols have there."""
    names = {f"q[{k}]": x.graph.data[e.index] for k, e in enumerate(x.positions)}
    return tuple(tuple(names[n] for n in group) for group in x.tree.unit_groups)


def _function(
    entry: Quantity, found: Candidate, source: Material, robot: ClosedRobot, facts: dict[str, Any]
) -> Function:
    graph = found.graph
    queue = iter(found.roots)
    outputs: list[Port] = []
    for name, shape in zip(entry.output.split(), found.shapes, strict=True):
        size = 1
        for k in shape:
            size *= k
        nodes = tuple(next(queue) for _ in range(size))
        outputs.append(Port(name, shape, nodes, doc=entry.doc, unit=entry.unit, labels=source.labels))
    wanted = [n for n in entry.inputs.split() if n != "wrench" or robot.wrenches]
    if "theta" not in wanted and found.choice.closure == "given":
        wanted.insert(1 if wanted and wanted[0] == "q" else 0, "theta")
    if found.choice.closure != "given":
        wanted = [n for n in wanted if n != "theta"]
    inputs = [input_port(name, getattr(found.inputs, name), robot) for name in wanted]
    known = {graph.data[i] for p in inputs for i in p.nodes} | {p.name for p in source.parameters}
    if missing := set(symbols_of(graph, found.roots)) - known:
        raise QuantityError(
            f"undefined symbols in the model: {', '.join(sorted(missing))}", hint="add them to 'parameters'"
        )
    if source.parameters:
        inputs.append(_parameter_port(graph, source.parameters))
    about = {"doc": entry.doc, "equation": entry.equation, "reference": entry.reference}
    return Function.make(entry.name, graph, inputs, outputs, **about, facts=MappingProxyType(facts))
