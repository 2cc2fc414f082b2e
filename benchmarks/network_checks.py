"""What must hold of an optimised function, whatever robot it is of: nothing in it that is known without computing it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from linkwright.exact.equality import evaluate_field
from linkwright.graph.function import Function
from linkwright.passes.network import Cube, Exact, Network, Signed
from linkwright.passes.read import to_network


def zero_outputs(function: Function) -> list[int]:
    """Outputs that are zero everywhere, decided in a prime field, and yet are computed."""
    values = evaluate_field(function.graph, function.roots, seed=0).values
    pairs = enumerate(zip(function.roots, values, strict=True))
    return [k for k, (root, value) in pairs if not value and function.graph.value(root) != 0]


def sums_of_squares(function: Function) -> list[str]:
    """Sums with x sin^2 + x cos^2 of one angle in them: also where x is a product, where squares are products of shared ones,
    and where the sum has other terms."""
    net = to_network(function)
    found: list[str] = []
    for s, terms in net.sums.items():
        flat: dict[Cube, Exact] = {}
        for cube, sign in terms.items():
            bare, factor = _flat(net, cube)
            flat[bare] = flat.get(bare, 0) + sign * factor
        for cube, factor in flat.items():
            found += [f"sum {s}: {angle}" for angle in _partners(net, cube, factor, flat)]
    return found


def _flat(net: Network, cube: Cube) -> tuple[Cube, Exact]:
    """A product with everything that is a product itself multiplied out, and its numeric factor."""
    factor: Exact = 1
    bare: list[int] = []
    stack = list(cube)
    while stack:
        v = stack.pop()
        terms = net.sums.get(v, {})
        if v in net.value:
            factor = factor * net.value[v]
        elif len(terms) == 1:
            ((inner, sign),) = terms.items()
            factor = factor * sign
            stack.extend(inner)
        else:
            bare.append(v)
    return tuple(sorted(bare)), factor


def _partners(net: Network, cube: Cube, factor: Exact, flat: Mapping[Cube, Exact]) -> list[Signed]:
    """Angles whose sine is squared in a product that has the same with cosines, of the same sign, beside it."""
    found: list[Signed] = []
    for v in dict.fromkeys(cube):
        op, args = net.calls.get(v, ("", ()))
        if op != "sin" or cube.count(v) < 2:
            continue
        rest = list(cube)
        rest.remove(v)
        rest.remove(v)
        for w, call in net.calls.items():
            if call == ("cos", args) and flat.get(tuple(sorted((*rest, w, w))), 0) * factor > 0:
                found.append(args[0])
    return found


CHECKS: Mapping[str, Callable[[Function], bool]] = MappingProxyType(
    {
        "no sin^2 + cos^2": lambda function: not sums_of_squares(function),
        "no output that is zero": lambda function: not zero_outputs(function),
    }
)
"""Name -> whether it holds of a function."""
