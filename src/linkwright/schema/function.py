"""Functions in JSON: the graph row by row, and the ports, whose elements are rows."""

from __future__ import annotations

import math
from types import MappingProxyType
from typing import Any

from linkwright.graph.function import Function, Port
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import reachable
from linkwright.narrowing import is_dict
from linkwright.schema.graphs import MAX_ROWS, graph_rows, read_rows
from linkwright.schema.item import Item
from linkwright.schema.numbers import number_to_json
from linkwright.schema.values import value_from_json, value_to_json

KEYS = ("name", "inputs", "outputs", "graph")
MORE = ("doc", "equation", "reference", "facts")


def function_to_json(function: Function) -> dict[str, Any]:
    """The document of a function, without its head."""
    return {
        "name": function.name,
        "doc": function.doc,
        "equation": function.equation,
        "reference": function.reference,
        "facts": value_to_json(dict(function.facts)),
        "inputs": [_port(p) for p in function.inputs.values()],
        "outputs": [_port(p) for p in function.outputs.values()],
        "graph": graph_rows(function.graph),
    }


def _port(port: Port) -> dict[str, Any]:
    written: dict[str, Any] = {"name": port.name, "shape": list(port.shape), "nodes": list(port.nodes)}
    written |= {key: text for key, text in (("doc", port.doc), ("unit", port.unit)) if text}
    if port.labels:
        written["labels"] = list(port.labels)
    if port.defaults is not None:
        written["defaults"] = [number_to_json(x) for x in port.defaults]
    return written


def function_from_json(document: Item) -> Function:
    """The function of a checked document."""
    rows = document.at("graph")
    graph = Graph()
    nodes = read_rows(rows, graph, 0, rows.length(MAX_ROWS))
    inputs, outputs = (_ports(document.at(key), nodes) for key in ("inputs", "outputs"))
    for k, port in enumerate(inputs.values()):
        if port.labels and len(port.labels) != port.size:  # those of an output may be of its columns
            raise document.at("inputs").at(k).fail(f"{len(port.labels)} labels for {port.size} elements")
    elements = [i for port in inputs.values() for i in port.nodes]
    given = set(elements)
    if any(graph.op[i] != "sym" for i in given) or len(given) < len(elements):
        raise document.at("inputs").fail("an element of an input is not a symbol of its own")
    needed = reachable(graph, [*given, *(i for port in outputs.values() for i in port.nodes)])
    loose = [graph.data[i] for i in needed if graph.op[i] == "sym" and i not in given]
    if loose:
        raise document.at("inputs").fail(f"the symbol '{loose[0]}' belongs to no input")
    function = Function(
        document.at("name").name(),
        graph,
        inputs,
        outputs,
        document.text_of("doc"),
        document.text_of("equation"),
        document.text_of("reference"),
        _facts(document),
    )
    return function if len(needed) == len(graph) else _compact(function)


def _facts(document: Item) -> MappingProxyType[str, Any]:
    facts = document.get("facts")
    read: Any = {} if facts is None else value_from_json(facts, tuple)
    if not is_dict(read):
        raise document.at("facts").fail("facts are an object")
    return MappingProxyType(read)


def _compact(function: Function) -> Function:
    """Without the nodes that no port needs."""
    return function.with_outputs(function.graph, function.roots)


def _ports(items: Item, nodes: list[int]) -> MappingProxyType[str, Port]:
    ports: dict[str, Port] = {}
    for item in items.each():
        port = _read_port(item.record(("name", "shape", "nodes"), ("doc", "unit", "labels", "defaults")), nodes)
        if port.name in ports:
            raise item.fail(f"two ports are called '{port.name}'")
        ports[port.name] = port
    return MappingProxyType(ports)


def _read_port(item: Item, nodes: list[int]) -> Port:
    shape = tuple(n.integer(0, MAX_ROWS) for n in item.at("shape").each(4))
    size = math.prod(shape)
    defaults = item.get("defaults")
    labels = tuple(x.text() for x in item.entries("labels", MAX_ROWS))
    return Port(
        item.at("name").name(),
        shape,
        tuple(nodes[x.integer(0, len(nodes) - 1)] for x in item.at("nodes").each(MAX_ROWS, size)),
        item.text_of("doc"),
        item.text_of("unit"),
        labels,
        None if defaults is None else tuple(float(x.number()) for x in defaults.each(MAX_ROWS, size)),
    )
