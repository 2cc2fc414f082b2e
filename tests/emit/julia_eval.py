"""A small machine for the Julia that we write: tree-sitter reads a file, this runs its tree as we understand Julia.

It is no julia, and nothing it says makes a row of `build` "ok". It finds an index, a sign or a transpose gone wrong.
Every node of a file becomes a Python function before the first one runs: a kind of node that has no method here is an error
also where the run would never get to it, and so is a name that nobody defines.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tree_sitter import Node

from .julia_base import Failed, JuliaError, Thrown, truth
from .julia_control import Control
from .julia_functions import Argument, Code, Function, Method, Scope
from .julia_tree import arguments, named, parsed, text_of, unknown, wrong

_PACKAGES = ("Printf", "Test")
"""Of the standard library, for our files to use."""


class _Return(Exception):
    def __init__(self, value: Any) -> None:
        self.value = value


@dataclass
class Machine:
    """Runs files. `printed` is what they print."""

    modules: dict[str, Scope] = field(default_factory=dict[str, Scope])
    printed: list[str] = field(default_factory=list[str])
    failures: int = 0

    def run(self, text: str) -> Scope:
        """A file."""
        return self.file(named(parsed(text)))

    def file(self, nodes: list[Node]) -> Scope:
        """Statements of a file or a module, in a scope of their own."""
        scope = Scope(None)
        scope["println"] = lambda *x: self.printed.append("".join(map(str, x)))
        statements = Statements(machine=self)
        statements.block(nodes)(scope)
        for name in map(text_of, statements.reads):  # run or not
            if name not in statements.bound:
                scope[name]
        return scope


@dataclass
class Statements(Control):
    """Statements of a file, or of one of its functions."""

    machine: Machine = field(default_factory=Machine)

    # --- files and functions

    def do_module_definition(self, node: Node) -> Code:
        name, *body = named(node)

        def define(_: Scope) -> None:
            self.machine.modules[text_of(name)] = self.machine.file(body)

        return define

    def do_import_statement(self, node: Node) -> Code:
        (package,) = named(node)
        if package.type != "identifier":
            raise unknown(package)
        name = text_of(package)

        def load(scope: Scope) -> None:
            if name not in (*_PACKAGES, *self.machine.modules):
                raise wrong(node, f"no package is called {name}")
            scope[name] = self.machine.modules.get(name, {})

        return load

    do_using_statement = do_import_statement

    def do_const_statement(self, node: Node) -> Code:
        (assignment,) = named(node)
        return self.do_assignment(assignment)

    def do_function_definition(self, node: Node) -> Code:
        signature, *body = named(node)
        (head,) = named(signature)
        return self.define(head, lambda inner: _returning(inner.block(body), head))

    def define(self, head: Node, lower: Callable[[Statements], Code]) -> Code:
        """f(arguments) with what its body does."""
        name, brackets = named(head)
        if head.type != "call_expression" or name.type != "identifier":
            raise unknown(head)
        inner = Statements(machine=self.machine)
        positional, keywords = (tuple(map(inner.argument, nodes)) for nodes in arguments(brackets))
        if len({a.name for a in (*positional, *keywords)}) < len(positional) + len(keywords):
            raise wrong(head, "two arguments of one name")
        body = lower(inner)
        self.reads += [read for read in inner.reads if text_of(read) not in inner.bound]

        def define(scope: Scope) -> None:
            function = scope.setdefault(text_of(name), Function(text_of(name)))
            function.methods.append(Method(positional, keywords, body, scope))

        return define

    def argument(self, node: Node) -> Argument:
        """q, q::T, q::T = x or q... of a function's head."""
        kind, default, splat = None, None, node.type == "splat_expression"
        if node.type == "named_argument":
            node, _, value = named(node)
            default = self.value(value)
        if node.type == "typed_expression":
            node, annotation = named(node)
            kind = self.value(annotation)
        if splat:
            (node,) = named(node)
        if node.type != "identifier":
            raise unknown(node)
        self.bound.add(text_of(node))
        return Argument(text_of(node), kind, default, splat)

    def do_return_statement(self, node: Node) -> Code:
        (value,) = self.values(named(node))

        def leave(scope: Scope) -> None:
            raise _Return(value(scope))

        return leave

    def do_assignment(self, node: Node) -> Code:
        """f(x) = value, too."""
        target, _, value = named(node)
        if target.type == "call_expression":
            return self.define(target, lambda inner: inner.value(value))
        return super().do_assignment(node)

    # --- macros

    def do_macrocall_expression(self, node: Node) -> Code:
        macro, brackets = named(node)
        name, given = text_of(macro), named(brackets)
        match name, [part.type for part in given]:
            case (("@inline" | "@noinline"), ["assignment" | "function_definition"]):
                return self.statement(given[0])
            case "@inbounds", ["compound_statement"]:
                return self.block(named(given[0]))
            case "@testset", ["string_literal", "compound_statement"]:
                self.value(given[0])
                return self.test_set(self.block(named(given[1])))
            case "@test", [_]:
                return self.test(self.value(given[0]))
            case "@printf", ["string_literal", *_]:
                return self.print(self.values(given))
        raise unknown(node)

    def value_macrocall_expression(self, node: Node) -> Code:
        macro, brackets = named(node)
        if text_of(macro) != "@elapsed":
            raise unknown(macro)
        (timed,) = named(brackets)
        run = self.statement(timed)

        def seconds(scope: Scope) -> float:
            run(scope)
            return 0.5

        return seconds

    def test(self, value: Code) -> Code:
        def count(scope: Scope) -> None:
            scope["Test"]  # it is loaded
            self.machine.failures += not truth(value(scope))

        return count

    def test_set(self, run: Code) -> Code:
        def judge(scope: Scope) -> None:
            scope["Test"]
            run(scope)
            if self.machine.failures:
                raise Failed(f"{self.machine.failures} of the tests")

        return judge

    def print(self, values: list[Code]) -> Code:
        def show(scope: Scope) -> None:
            scope["Printf"]
            form, *numbers = (value(scope) for value in values)
            self.machine.printed.append((form % tuple(numbers)).rstrip("\n"))

        return show


def _returning(run: Code, head: Node) -> Code:
    """A function's body, which says what it returns."""

    def call(scope: Scope) -> Any:
        try:
            run(scope)
        except _Return as result:
            return result.value
        raise wrong(head, "a function that ends without 'return'")

    return call


__all__ = ["Failed", "Function", "JuliaError", "Machine", "Thrown"]
