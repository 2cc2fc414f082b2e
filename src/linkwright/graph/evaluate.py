"""Evaluation: a graph over any domain, and a Function on NumPy arrays with leading batch dimensions.

This is the interpreter: right for every operation, quick enough for tests and notebooks. `runtime` is what is fast.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError, LinkwrightError, counted, raise_all, suggestion
from linkwright.graph.domains import FLOAT, Domain, Plan, make_plan, mpmath_domain
from linkwright.graph.graph import Graph
from linkwright.graph.port import Port

if TYPE_CHECKING:
    from linkwright.graph.function import Function
    from linkwright.graph.interval import INTERVAL

    MPMATH: Domain

__all__ = ["FLOAT", "INTERVAL", "MPMATH", "NUMPY", "Domain", "evaluate", "evaluate_numpy", "mpmath_domain"]

_BLOCK = 1 << 22
"""Values held at a time: a long batch is evaluated in blocks, so that memory does not grow with it."""


def _select(condition: Array, yes: Array, no: Array) -> Array:
    return np.where(np.greater(condition, 0), yes, no)


def _only_if(condition: Array, x: Array) -> Array:
    return np.where(np.greater(condition, 0), x, np.nan)


NUMPY = Domain(
    "numpy",
    np.float64,
    np.float64(math.pi),
    {
        "add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide, "neg": np.negative, "pow": np.power,
        "sqrt": np.sqrt, "sin": np.sin, "cos": np.cos, "tan": np.tan, "asin": np.arcsin, "acos": np.arccos,
        "atan2": np.arctan2, "exp": np.exp, "log": np.log, "abs": np.abs, "min": np.minimum, "max": np.maximum,
        "sign": np.sign, "hypot": np.hypot, "select": _select, "only_if": _only_if,
    },
)  # fmt: skip


def __getattr__(name: str) -> Any:
    """The domains that are rarely needed are loaded when asked for."""
    if name == "MPMATH":
        return mpmath_domain(50)
    if name == "INTERVAL":
        from linkwright.graph.interval import INTERVAL

        return INTERVAL
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def evaluate(graph: Graph, roots: Sequence[int], symbols: Mapping[str, Any], domain: Domain = FLOAT) -> list[Any]:
    """Values of the roots in a domain, from the values of the symbols by name. Numbers are read into the domain."""
    plan = make_plan(graph, roots, domain)
    missing = [name for name in plan.symbols if name not in symbols]
    if missing:
        raise InputError(f"no value for {', '.join(missing)}", hint="every symbol of the expression needs one")
    with np.errstate(all="ignore"):
        return plan.run([_element(symbols[name], domain) for name in plan.symbols])


def _element(x: Any, domain: Domain) -> Any:
    """A number as an element; what already is one (an array, an mpf, an interval) as it is."""
    return domain.number(x) if isinstance(x, int | float | Fraction) and domain is not NUMPY else x


def evaluate_numpy(function: Function, values: Mapping[str, Any]) -> dict[str, Array]:
    """Outputs by name, each of shape (*batch, *port.shape).

    Every input is an array of shape (*batch, *port.shape); batch shapes broadcast. Inputs with defaults may be left
    out; single elements of `parameters` may be given by their label: `f(q=..., L1=2.0)`.
    """
    inputs = read_inputs(function, values)
    batch = np.broadcast_shapes(*(x.shape[: x.ndim - len(port.shape)] for port, x in inputs))
    symbols = _symbols(function, inputs)
    scalar = batch == ()
    plan = _plan(function, FLOAT if scalar else NUMPY)
    loose = [name for name in plan.symbols if name not in symbols]
    if loose:
        raise InputError(f"{function.name} depends on {', '.join(loose)}, which none of its inputs holds")
    given = [symbols[name] for name in plan.symbols]
    if scalar:
        results = [np.asarray(y) for y in plan.run([float(x) for x in given])]
    else:
        results = _in_blocks(plan, [np.broadcast_to(x, batch).reshape(-1) for x in given], math.prod(batch))
    return _pack(function, results, batch)


def _plan(function: Function, domain: Domain) -> Plan:
    """The plan of a function, made once: a Function is frozen, so its instance dictionary can hold it."""
    plans: dict[str, Plan] = vars(function).setdefault("_plans", {})
    if domain.name not in plans:
        plans[domain.name] = make_plan(function.graph, function.roots, domain)
    return plans[domain.name]


def _in_blocks(plan: Plan, symbols: list[Array], count: int) -> list[Array]:
    size = max(64, _BLOCK // (len(plan.steps) + 1))
    results = [np.empty(count) for _ in plan.roots]
    with np.errstate(all="ignore"):
        for start in range(0, count, size):
            part = slice(start, start + size)
            for whole, piece in zip(results, plan.run([x[part] for x in symbols]), strict=True):
                whole[part] = piece
    return results


def _pack(function: Function, results: list[Array], batch: tuple[int, ...]) -> dict[str, Array]:
    packed: dict[str, Array] = {}
    start = 0
    for port in function.outputs.values():
        flat = results[start : start + port.size]
        start += port.size
        columns = np.stack(flat, axis=-1) if flat else np.empty((math.prod(batch), 0))
        packed[port.name] = columns.reshape(batch + port.shape)
    return packed


# --- reading the arguments -----------------------------------------------------------------------------------------


def read_inputs(
    function: Function, values: Mapping[str, Any], dtype: np.dtype[Any] = np.dtype(np.float64)
) -> list[tuple[Port, Array]]:
    """Each input port with its array of reals; all that is wrong with the arguments is said at once."""
    ports, elements = function.inputs, _by_label(function, values)
    errors: list[LinkwrightError] = []
    for name in values:
        if name not in ports and name not in elements:
            known = ", ".join(ports) or "nothing"
            errors.append(InputError(f"{function.name} has no input '{name}'", hint=f"it takes: {known}"))
    found: list[tuple[Port, Array]] = []
    for port in ports.values():
        try:
            here = elements if port.name == "parameters" else {}
            found.append((port, _port_value(function.name, port, values.get(port.name), here, dtype)))
        except InputError as error:
            errors.append(error)
    raise_all(errors)
    return found


def _by_label(function: Function, values: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters given one by one. An input's own name wins over a parameter's."""
    port = function.inputs.get("parameters")
    labels = port.labels if port else ()
    return {name: x for name, x in values.items() if name in labels and name not in function.inputs}


def _port_value(where: str, port: Port, value: Any, elements: Mapping[str, Any], dtype: np.dtype[Any]) -> Array:
    if isinstance(value, Mapping):
        elements, value = {**value, **elements}, None
    unknown = [str(name) for name in elements if name not in port.labels]
    if unknown:
        hint = f"it has: {', '.join(port.labels)}" if port.labels else f"pass {port.name} with shape {_shape(port)}"
        what = f"{where}: input '{port.name}' has no element '{unknown[0]}'"
        raise InputError(what, hint=suggestion(unknown[0], port.labels, hint))
    if value is None and port.size == 0:
        return np.empty(port.shape, dtype)
    if value is None:
        base = np.array(port.defaults if port.defaults is not None else [math.nan] * port.size, dtype)
        given = [bool(port.labels) and port.labels[k] in elements for k in range(port.size)]
        absent = [k for k in range(port.size) if math.isnan(base[k]) and not given[k]]
        if absent:
            names = [port.labels[k] for k in absent if port.labels]
            what = f"{where}: no value for input '{port.name}'" + (f": {', '.join(names)}" if names else "")
            raise InputError(what, hint=f"pass {port.name} with shape {_shape(port)}")
        array = base.reshape(port.shape)
    else:
        array = _array(where, port, value, dtype)
    return _with_elements(where, port, array, elements) if elements else array


def _array(where: str, port: Port, value: Any, dtype: np.dtype[Any]) -> Array:
    try:
        array = np.asarray(value, dtype=dtype)
    except (TypeError, ValueError):
        kind = type(value).__name__
        raise InputError(f"{where}: input '{port.name}' is not an array of numbers but {kind}") from None
    if port.shape == (1,) and array.ndim == 0:
        array = array.reshape(1)
    rank = len(port.shape)
    if array.ndim < rank or array.shape[array.ndim - rank :] != port.shape:
        raise InputError(
            f"{where}: input '{port.name}' has shape {array.shape}, not {_shape(port)}",
            hint=f"it has {counted(port.size, 'element')}" + (f": {', '.join(port.labels)}" if port.labels else ""),
        )
    return array


def _with_elements(where: str, port: Port, array: Array, elements: Mapping[str, Any]) -> Array:
    """The vector with single elements replaced; an element may be a batch."""
    single = Port(port.name, (), ())
    columns = [array[..., k] for k in range(port.size)]
    for name, x in elements.items():
        columns[port.labels.index(name)] = _array(where, single, x, array.dtype)
    return np.stack(np.broadcast_arrays(*columns), axis=-1)


def _shape(port: Port) -> str:
    return f"(..., {', '.join(map(str, port.shape))})" if port.shape else "(...)"


def _symbols(function: Function, inputs: list[tuple[Port, Array]]) -> dict[str, Array]:
    """Symbol name -> its value, with the batch dimensions of the input it belongs to."""
    names = function.graph.data
    symbols: dict[str, Array] = {}
    for port, array in inputs:
        flat = array.reshape((*array.shape[: array.ndim - len(port.shape)], port.size))
        for k, node in enumerate(port.nodes):
            symbols[names[node]] = flat[..., k]
    return symbols
