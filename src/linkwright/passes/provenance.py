"""What the values of optimised code are, proven: a derivation noted some of its values, passes rearranged everything.

No pass carries notes along. A value of the optimised function is the noted one if both are the same function of the inputs up
to a constant factor (passes turn signs around and choose other units), and that is decided exactly, as the certificate of a
pass is: their ratios between two random points of a prime field are equal, which happens to different functions with a
probability below 1e-20. (Roots are no exception: passes leave one as they find it.) What was merged or multiplied out finds
no match and has no note; so a note is never wrong, whatever the passes do. Linear in the size of both graphs.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.errors import ExpressionError
from linkwright.exact.equality import Part, field_values
from linkwright.exact.point import Constraints
from linkwright.graph.function import Function
from linkwright.graph.notes import LEAVES, Note

_ATTEMPTS = 200
"""Points tried: half of them lack each independent square root. Six roots, those of a Stewart platform, need 64."""


_WAVES = ("sin", "cos")
"""The weight of a pendulum is a multiple of a sine, but nobody calls the sine its weight."""


def provenance(derived: Function, final: Function) -> dict[int, Note]:
    """Node of `final` -> what it is: all outputs, and where `derived`, the same function before optimisation, has a note of
    that value."""
    return {**_outputs(derived, final), **_matches(derived, final)}


def _matches(derived: Function, final: Function) -> dict[int, Note]:
    known = list(derived.notes)
    nodes = [i for i, op in enumerate(final.graph.op) if op not in LEAVES and op not in _WAVES]
    groups = derived.facts.get("unit_groups", ())
    try:
        noted, made = _ratios([(derived.graph, known), (final.graph, nodes)], groups)
    except ExpressionError:
        return {}  # too many roots: what the outputs are is known all the same
    said: dict[int, Note] = {}
    for ratio, i in zip(noted, known, strict=True):
        said.setdefault(ratio, derived.notes[i])
    found: dict[
        int, int
    ] = {}  # ratio -> the first node that has it: mass times acceleration is no acceleration any more
    for ratio, i in zip(made, nodes, strict=True):
        if ratio > 1 and ratio in said:
            found.setdefault(ratio, i)
    return {i: said[ratio] for ratio, i in found.items()}


def _ratios(parts: Sequence[Part], constraints: Constraints) -> list[list[int]]:
    """Values at one point over those at another; of what vanishes there 0, of what is constant 1."""
    here, there = (field_values(parts, seed, constraints, _ATTEMPTS, prime=0) for seed in (0, 1))
    return [
        [x * y % field.p for x, y in zip(above, inverses(below, field.p), strict=True)]
        for (field, above), (_, below) in zip(here, there, strict=True)
    ]


def inverses(values: Sequence[int], p: int) -> list[int]:
    """1/x modulo p of each, 0 of 0, by one inversion (Montgomery 1987)."""
    before, product = list[int](), 1
    for x in values:
        before.append(product)
        product = product * x % p if x else product
    rest = pow(product, -1, p)
    found = [0] * len(values)
    for k in reversed(range(len(values))):
        if x := values[k]:
            found[k], rest = rest * before[k] % p, rest * x % p
    return found


def _outputs(derived: Function, final: Function) -> dict[int, Note]:
    """Outputs keep their places; of one that the derivation does not speak of, its name is known."""
    names = (Note(f"result {port.name}", "") for port in final.outputs.values() for _ in port.nodes)
    found: dict[int, Note] = {}
    for i, j, name in zip(_unsigned(derived), _unsigned(final), names, strict=True):
        found.setdefault(j, derived.notes.get(i, name))
    return found


def _unsigned(function: Function) -> list[int]:
    graph = function.graph
    return [graph.args[i][0] if graph.op[i] == "neg" else i for i in function.roots]
