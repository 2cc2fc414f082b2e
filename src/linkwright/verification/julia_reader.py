"""Names, arguments and indices of a Julia tree: who is defined where, who calls whom with how much."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from linkwright.verification.julia_values import Node

_ONE = """
abs acos asin copy cos eltype enumerate exp float isequal isfinite isnan length log ndims sign sin sincos sqrt sum tan
throw trunc vec zero
ArgumentError DimensionMismatch
"""
_TWO = "all atan copyto! fill! findfirst hypot max min oftype permutedims promote push!"
_MANY = "print println promote_type reshape size string zeros Array Vector ifelse"
_VALUES = """
AbstractArray AbstractMatrix AbstractVector Any Base Bool Float64 Inf NaN Pair Real String false nothing true undef :
"""
_MACROS = {
    "@inbounds": "",
    "@inline": "",
    "@noinline": "",
    "@elapsed": "",
    "@printf": "Printf",
    "@test": "Test",
    "@testset": "Test",
}
_QUALIFIED = {("Base", "require_one_based_indexing")}


def _base() -> dict[str, tuple[int, float]]:
    """Functions of Base that generated files may call -> fewest and most positional arguments."""
    table: dict[str, tuple[int, float]] = {name: (1, float("inf")) for name in _MANY.split()}
    table |= dict.fromkeys(_ONE.split(), (1, 1)) | dict.fromkeys(_TWO.split(), (2, 2))
    return table | {"maximum": (1, 2), "ifelse": (2, 3), "size": (1, 2), "Ref": (0, 1)}


BASE = _base()
VALUES = frozenset(_VALUES.split())


@dataclass(frozen=True)
class Head:
    """How a function may be called."""

    least: int
    most: float
    keywords: frozenset[str]
    names: tuple[str, ...]

    @staticmethod
    def of(function: Node) -> Head:
        _, positional, keywords, _ = function.parts
        splat = any(node.kind == "splat" for node in positional)
        least = sum(node.kind not in ("assign", "splat") for node in positional)
        names = tuple(argument_name(node) for node in positional)
        return Head(least, float("inf") if splat else len(names), frozenset(map(argument_name, keywords)), names)


def argument_name(node: Node) -> str:
    """Name of an argument in a function's head: q, q::T, q::T = x, q...; of a keyword in a call."""
    if node.kind == "name":
        return str(node.parts[0])
    if node.kind == "assign":
        return argument_name(node.parts[0][0])
    return argument_name(node.parts[0]) if node.kind in ("typed", "splat") else ""


@dataclass
class Reader:
    """Walks a file in the order in which Julia meets its names."""

    modules: dict[str, dict[str, list[Head]]]
    found: list[str] = field(default_factory=list[str])
    heads: dict[str, list[Head]] = field(default_factory=dict[str, "list[Head]"])
    known: set[str] = field(default_factory=set[str])
    imported: set[str] = field(default_factory=lambda: {"Base"})
    shapes: dict[str, dict[str, tuple[int, ...]]] = field(default_factory=dict[str, "dict[str, tuple[int, ...]]"])

    def complain(self, node: Node, what: str) -> None:
        self.found.append(f"line {node.line}: {what}")

    def top(self, statements: list[Node]) -> None:
        """A file or a module. A function's body may use what the file defines later; other statements may not."""
        statements = [_bare(node) for node in statements]
        functions = [node for node in statements if node.kind == "function"]
        for node in functions:
            self.heads.setdefault(node.parts[0], []).append(Head.of(node))
        for node in reversed(functions):  # callers come after the pieces they call
            self._note_shapes(node)
        later = {name for node in statements if node.kind == "assign" for name in _targets(node)}
        here: set[str] = set()
        for node in statements:
            if node.kind == "module":
                self.top(node.parts[1])
                self.modules[node.parts[0]] = self.heads
            elif node.kind == "import":
                self.imported.add(node.parts[0])
            elif node.kind == "function":
                self.function(node, later)
            else:
                self.statement(node, here, {})

    def function(self, node: Node, later: set[str]) -> None:
        name, positional, keywords, body = node.parts
        names = set(later)
        for argument in (*positional, *keywords):
            for part in _parts(argument):
                if part.kind == "typed":
                    self.value(part.parts[1], names, {})
            if argument.kind == "assign":
                self.value(argument.parts[2], names, {})
            own = argument_name(argument)
            if not own or own in names - later:
                self.complain(argument, f"an argument of {name} has no name of its own")
            names.add(own)
        self.block(body, names, self.shapes.get(name, {}))

    def _note_shapes(self, function: Node) -> None:
        """Shapes of a function's arrays, from its checks and its tuples; handed on to the pieces it calls."""
        name, _, _, body = function.parts
        mine = self.shapes.setdefault(name, {})
        for node in _statements(body):
            if node.kind == "assign" and node.parts[2].kind == "tuple" and len(node.parts[0]) == 1:
                mine.update({target: (len(node.parts[2].parts),) for target in _targets(node)})
            if node.kind != "call" or node.parts[0].kind != "name":
                continue
            called, arguments = node.parts[0].parts[0], node.parts[1]
            if called in ("_check_size", "_check_input") and arguments[-1].kind == "tuple":
                mine[argument_name(arguments[2])] = tuple(int(size.parts[0]) for size in arguments[-1].parts)
        for node in _statements(body):
            if node.kind == "call" and node.parts[0].kind == "name" and node.parts[0].parts[0].startswith("_"):
                for head in self.heads.get(node.parts[0].parts[0], ())[:1]:
                    given = zip(head.names, map(argument_name, node.parts[1]), strict=False)
                    theirs = self.shapes.setdefault(node.parts[0].parts[0], {})
                    theirs.update({there: mine[here] for there, here in given if here in mine})

    # --- statements

    def block(self, statements: Iterable[Node], names: set[str], shapes: Mapping[str, tuple[int, ...]]) -> None:
        for node in statements:
            self.statement(_bare(node), names, shapes)

    def statement(self, node: Node, names: set[str], shapes: Mapping[str, tuple[int, ...]]) -> None:
        match node.kind, node.parts:
            case "assign", (targets, sign, value):
                self.statement(value, names, shapes)
                for target in targets:
                    if target.kind == "name" and sign == "=":
                        names.add(target.parts[0])
                    else:
                        self.value(target, names, shapes)
            case "if", (test, then, otherwise):
                self.value(test, names, shapes)
                first, second = set(names), set(names)
                self.block(then, first, shapes)
                self.block(otherwise, second, shapes)
                names |= first & second
            case "while", (test, body):
                self.value(test, names, shapes)
                self.block(body, set(names), shapes)
            case "for", (variable, values, body):
                self.value(values, names, shapes)
                self.block(body, names | {n.parts[0] for n in _walk([variable]) if n.kind == "name"}, shapes)
            case "try", (body, name, caught, last):
                self.block(body, set(names), shapes)
                self.block(caught, names | ({name} if name else set()), shapes)
                self.block(last, set(names), shapes)
            case "block", (body,):
                self.block(body, names, shapes)
            case "macro", (name, arguments):
                self._macro(node, name, arguments, names, shapes)
            case "return", values:
                for value in values:
                    self.value(value, names, shapes)
            case (("function" | "module" | "import"), _):
                self.complain(node, f"a {node.kind} inside of another")
            case _:
                self.value(node, names, shapes)

    def _macro(
        self, node: Node, name: str, arguments: list[Node], names: set[str], shapes: Mapping[str, tuple[int, ...]]
    ) -> None:
        if name not in _MACROS or (_MACROS[name] and _MACROS[name] not in self.imported):
            self.complain(node, f"no macro is called {name}")
        if name == "@printf" and arguments and arguments[0].kind == "string":
            wanted = len(re.findall(r"%(?!%)", arguments[0].parts[0]))
            if wanted != len(arguments) - 1:
                self.complain(node, f"a format for {wanted} values with {len(arguments) - 1}")
        self.block(arguments, names, shapes)

    # --- values

    def value(self, node: Node, names: set[str], shapes: Mapping[str, tuple[int, ...]]) -> None:
        match node.kind, node.parts:
            case "name", (name,):
                if name not in names and name not in VALUES and name not in BASE and name not in self.heads:
                    self.complain(node, f"nothing is called {name}")
            case "call", (function, positional, keywords):
                self._call(node, function, positional, keywords, names)
                for argument in (*positional, *(k.parts[2] if k.kind == "assign" else k for k in keywords)):
                    self.value(argument, names, shapes)
            case "index", (base, subscripts):
                self._index(node, base, subscripts, shapes)
                for part in (base, *subscripts):
                    self.value(part, names, shapes)
            case "field", (base, word):
                self._field(node, base, word)
            case "lambda", (parameter, body):
                self.value(body, names | {argument_name(parameter)}, shapes)
            case (("number" | "string"), _):
                pass
            case _:
                for part in _parts(node):
                    self.value(part, names, shapes)

    def _call(self, node: Node, function: Node, positional: list[Node], keywords: list[Node], names: set[str]) -> None:
        if function.kind == "curly":
            return self.value(function, names, {})
        if function.kind == "field":
            self._field(node, *function.parts)
            known = self.modules.get(argument_name(function.parts[0]), {}).get(function.parts[1])
            return self._arity(node, function.parts[1], positional, keywords, known) if known else None
        name = argument_name(function)
        if name in self.heads:
            self._arity(node, name, positional, keywords, self.heads[name])
        elif name in BASE:
            least, most = BASE[name]
            if not any(a.kind == "splat" for a in positional) and not least <= len(positional) <= most:
                self.complain(node, f"{name} is called with {len(positional)} arguments")
        elif name not in names:
            self.complain(node, f"no function is called {name or 'that'}")

    def _arity(self, node: Node, name: str, positional: list[Node], keywords: list[Node], heads: list[Head]) -> None:
        if not any(head.least <= len(positional) <= head.most for head in heads):
            self.complain(node, f"{name} is called with {len(positional)} arguments")
        for keyword in keywords:
            if not any(argument_name(keyword) in head.keywords for head in heads):
                self.complain(node, f"{name} has no keyword {argument_name(keyword)}")

    def _field(self, node: Node, base: Node, word: str) -> None:
        owner = argument_name(base)
        if owner not in self.imported or (word not in self.modules.get(owner, {}) and (owner, word) not in _QUALIFIED):
            self.complain(node, f"nothing is called {owner}.{word}")

    def _index(self, node: Node, base: Node, subscripts: list[Node], shapes: Mapping[str, tuple[int, ...]]) -> None:
        numbers = [s.parts[0] for s in subscripts if s.kind == "number"]
        shape = shapes.get(argument_name(base))
        if any(not n.isdigit() or int(n) < 1 for n in numbers):
            self.complain(node, f"index {', '.join(numbers)}: the first element is 1")
        elif shape is not None and len(numbers) == len(subscripts) and not _fits(numbers, shape):
            self.complain(node, f"{argument_name(base)}[{', '.join(numbers)}] of an array of size {shape}")


# --- trees --------------------------------------------------------------------------------------------------------------------


def _fits(numbers: list[str], shape: tuple[int, ...]) -> bool:
    return len(shape) == len(numbers) and all(int(n) <= size for n, size in zip(numbers, shape, strict=True))


def _bare(node: Node) -> Node:
    """A definition without its documentation, @inline and @noinline."""
    if node.kind == "documented":
        return _bare(node.parts[1])
    if node.kind == "macro" and node.parts[0] in ("@inline", "@noinline") and len(node.parts[1]) == 1:
        return node.parts[1][0]
    return node


def _targets(node: Node) -> list[str]:
    return [target.parts[0] for target in node.parts[0] if target.kind == "name"]


def _parts(node: Node) -> Iterator[Node]:
    stack = list(reversed(node.parts))
    while stack:
        part = stack.pop()
        if isinstance(part, Node):
            yield part
        elif isinstance(part, list | tuple):
            stack.extend(reversed(part))  # type: ignore[reportUnknownArgumentType]  # isinstance says nothing of entries


def _statements(nodes: Iterable[Node]) -> Iterator[Node]:
    """Statements, those inside of blocks too."""
    for node in nodes:
        yield node
        if node.kind in ("if", "for", "while", "try", "block", "macro"):
            yield from _statements(_parts(node))


def _walk(nodes: Iterable[Node]) -> Iterator[Node]:
    stack = list(nodes)
    while stack:
        node = stack.pop()
        yield node
        stack.extend(_parts(node))
