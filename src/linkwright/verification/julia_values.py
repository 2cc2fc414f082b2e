"""Values of the part of Julia that generated files use: numbers, names, calls, operators with Julia's precedence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NoReturn

from linkwright.verification.julia_tokens import JuliaError, Token


@dataclass(frozen=True, slots=True)
class Node:
    """kind: number, string, name, tuple, vector, call, index, curly, field, op, lambda, splat, typed, macro, assign,
    function, module, import, if, for, while, try, block, break, return. What `parts` holds is said where the node is made."""

    kind: str
    line: int
    parts: tuple[Any, ...]


_LEVELS = ("=>", "||", "&&", "< > <= >= == != === !==", ":", "+ -", "* / &")
"""Operators between two values, from loose to tight; all of these group from the left."""
_BINDS = {sign: level for level, signs in enumerate(_LEVELS) for sign in signs.split()}
_SUM = _BINDS["+"]

_POSTFIX = frozenset({"(", "[", "{", ".", "::"})

TYPES = frozenset({"Float64", "String", "Any", "Int"})
"""Names before [ ] that make it a vector of that type, not an index."""


@dataclass
class Values:
    """Reads values from tokens."""

    words: list[Token]
    place: int = 0

    @property
    def next(self) -> Token:
        return self.words[self.place]

    def take(self) -> Token:
        self.place += 1
        return self.words[self.place - 1]

    def at(self, *texts: str) -> bool:
        return self.words[self.place].kind in texts

    def accept(self, text: str) -> bool:
        if self.words[self.place].kind == text:
            self.place += 1
            return True
        return False

    def expect(self, *texts: str) -> Token:
        if not self.at(*texts):
            self.fail(f"expected {' or '.join(texts)}, not {self.next.text.strip() or self.next.kind!r}")
        return self.take()

    def fail(self, what: str) -> NoReturn:
        raise JuliaError(self.next.line, what)

    def skip_lines(self) -> None:
        while self.accept("newline"):
            pass

    def value(self) -> Node:
        """a -> b, a ? b : c, a => b and all that binds tighter."""
        left = self.binary(0)
        if not self.at("->", "?", "..."):
            return left
        line = left.line
        if self.accept("->"):
            return Node("lambda", line, (left, self.value()))
        if self.at("?"):
            self.spaced_sign()
            yes = self.binary(_SUM)  # a range would take the colon
            self.spaced_sign(":")
            return Node("op", line, ("?", left, yes, self.value()))
        self.expect("...")
        return Node("splat", line, (left,))

    def spaced_sign(self, text: str = "?") -> None:
        spaced = self.next.spaced
        self.expect(text)
        if not spaced or not self.next.spaced:
            self.fail(f"'{text}' without spaces around it")

    def binary(self, least: int) -> Node:
        """Operators that bind at least that tightly."""
        left = self.unary()
        while _BINDS.get((sign := self.next).kind, -1) >= least:
            self.take()
            if sign.spaced != self.next.spaced and not self.at("newline"):
                self.fail(f"space on one side of '{sign.text}'")  # in [a -b] these are two elements
            self.skip_lines()
            left = Node("op", sign.line, (sign.text, left, self.binary(_BINDS[sign.text] + 1)))
        return left

    def unary(self) -> Node:
        if self.at("-", "!", "+"):
            sign = self.take()
            if self.next.spaced:
                self.fail(f"space after a leading '{sign.text}'")
            return Node("op", sign.line, (sign.text, self.unary()))
        if self.at("<:"):
            line = self.take().line
            return Node("op", line, ("<:", self.primary()))
        return self.power()

    def power(self) -> Node:
        base = self.primary()
        if self.at("^"):
            sign = self.take()
            return Node("op", sign.line, ("^", base, self.unary()))  # a^-b and a^b^c group from the right
        return base

    def primary(self) -> Node:
        token = self.take()
        if token.kind in ("number", "string", "name"):
            node = Node(token.kind, token.line, (token.text,))
        elif token.kind == "(":
            node = self.parenthesis(token.line)
        elif token.kind == "[":
            node = Node("vector", token.line, (None, self.arguments("]")[0]))
        elif token.kind == ":":
            node = Node("name", token.line, (":",))
        else:
            raise JuliaError(token.line, f"'{token.text.strip() or token.kind}' where a value should be")
        return self.postfix(node)

    def parenthesis(self, line: int) -> Node:
        """(a) is a; (a, b), (a,) and () are tuples."""
        before = self.place
        positional, keywords = self.arguments(")")
        if keywords:
            raise JuliaError(line, "keywords in a tuple")
        comma = self.words[self.place - 2].kind == ","
        if len(positional) == 1 and not comma:
            return positional[0]
        if not positional and self.place - before != 1:
            raise JuliaError(line, "a comma alone")
        return Node("tuple", line, tuple(positional))

    def postfix(self, node: Node) -> Node:
        """Calls, indices, type parameters, fields: none may have a space before its bracket."""
        while self.next.kind in _POSTFIX:
            if self.next.spaced and self.next.text in "([{":
                self.fail(f"space before '{self.next.text}'")
            if self.accept("("):
                positional, keywords = self.arguments(")")
                node = Node("call", node.line, (node, positional, keywords))
            elif self.accept("["):
                inner, _ = self.arguments("]")
                typed = node.kind == "curly" or (node.kind == "name" and node.parts[0] in TYPES)
                node = Node("vector" if typed else "index", node.line, (node, inner))
            elif self.accept("{"):
                node = Node("curly", node.line, (node, self.arguments("}")[0]))
            elif self.accept("."):
                node = Node("field", node.line, (node, self.expect("name").text))
            else:
                self.expect("::")
                node = Node("typed", node.line, (node, self.primary()))
        return node

    def arguments(self, closing: str) -> tuple[list[Node], list[Node]]:
        """Positional arguments and keywords up to the closing bracket. An argument with a default is an "assign"."""
        positional: list[Node] = []
        keywords: list[Node] = []
        found = positional
        while not self.accept(closing):
            if self.accept(";"):
                found = keywords
                continue
            argument = self.value()
            if self.at("="):
                self.take()
                argument = Node("assign", argument.line, ([argument], "=", self.value()))
            found.append(argument)
            if not self.at(closing, ";"):
                self.expect(",")
        return positional, keywords
