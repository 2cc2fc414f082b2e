"""Statements of the Julia that we write, but for definitions and macros: a node of tree-sitter's -> what it does in a scope."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from tree_sitter import Node

from .julia_base import BINARY, Thrown, truth
from .julia_functions import Code, Scope
from .julia_tree import named, text_of, unknown, wrong
from .julia_values import Values, elements, inside, place

_DOCUMENTED = frozenset(
    {"function_definition", "module_definition", "const_statement", "macrocall_expression", "assignment"}
)


class _Break(Exception):
    """Out of the innermost loop."""


@dataclass
class Control(Values):
    """A kind of node is a method of its name. A value alone on a line has none: it has no effect, and is the rest of a line
    that was broken too early."""

    def statement(self, node: Node) -> Code:
        lower = getattr(self, f"do_{node.type}", None)
        if lower is None:
            raise unknown(node)
        return lower(node)

    def block(self, nodes: list[Node]) -> Code:
        """Statements one after the other; a string documents the next."""
        steps: list[Code] = []
        for node, after in zip(nodes, [*nodes, None][1:], strict=True):
            if node.type == "string_literal":
                self.value(node)
                if after is None or after.type not in _DOCUMENTED:
                    raise wrong(node, "a string that documents nothing")
            else:
                steps.append(self.statement(node))

        def run(scope: Scope) -> None:
            for step in steps:
                step(scope)

        return run

    def do_call_expression(self, node: Node) -> Code:
        return self.value(node)

    # --- assignments

    def do_assignment(self, node: Node) -> Code:
        target, sign, value = named(node)
        if text_of(sign) != "=":
            raise unknown(sign)
        give, found = self.target(target), self.value(value)
        return lambda scope: give(scope, found(scope))

    def do_compound_assignment_expression(self, node: Node) -> Code:
        target, sign, value = named(node)
        operate = BINARY.get(text_of(sign).removesuffix("="))
        if operate is None:
            raise unknown(sign)
        give, old, more = self.target(target), self.value(target), self.value(value)
        return lambda scope: give(scope, operate(old(scope), more(scope)))

    def target(self, node: Node) -> Callable[[Scope, Any], None]:
        """What takes a value: a name, an element, or several of them."""
        match node.type:
            case "identifier":
                name = text_of(node)
                self.bound.add(name)
                return lambda scope, value: scope.give(name, value)
            case "index_expression":
                base, subscripts = self.indexed(node)

                def give_element(scope: Scope, value: Any) -> None:
                    array = base(scope)
                    array[place(array, [s(scope) for s in subscripts])] = value

                return give_element
            case "open_tuple" | "tuple_expression":
                targets = [self.target(part) for part in named(node)]

                def give_all(scope: Scope, values: Any) -> None:
                    for give, value in zip(targets, values, strict=True):
                        give(scope, value)

                return give_all
            case _:
                raise unknown(node)

    # --- control

    def do_if_statement(self, node: Node) -> Code:
        test, *rest = named(node)
        clauses = [n for n in rest if n.type in ("elseif_clause", "else_clause")]
        condition, then = self.value(test), self.block([n for n in rest if n not in clauses])
        otherwise = [self.statement(clause) for clause in clauses]

        def branch(scope: Scope) -> bool:
            if truth(condition(scope)):
                then(scope)
                return True
            return any(clause(scope) for clause in otherwise)

        return branch

    do_elseif_clause = do_if_statement

    def do_else_clause(self, node: Node) -> Code:
        run = self.block(named(node))
        return lambda scope: run(scope) is None

    def do_while_statement(self, node: Node) -> Code:
        test, *body = named(node)
        condition, run = self.value(test), self.block(body)

        def loop(scope: Scope) -> None:
            with suppress(_Break):
                while truth(condition(scope)):
                    run(inside(scope, {}))

        return loop

    def do_for_statement(self, node: Node) -> Code:
        binding, *body = named(node)
        variable, sign, values = named(binding)
        if binding.type != "for_binding" or text_of(sign) != "in":
            raise unknown(binding)
        names = [text_of(n) for n in (named(variable) if variable.type == "tuple_expression" else [variable])]
        self.bound.update(names)
        found, run = self.value(values), self.block(body)

        def loop(scope: Scope) -> None:
            with suppress(_Break):
                for value in elements(found(scope)):
                    run(inside(scope, dict(zip(names, value if len(names) > 1 else [value], strict=True))))

        return loop

    def do_break_statement(self, node: Node) -> Code:
        def leave(_: Scope) -> None:
            raise _Break

        return leave

    def do_try_statement(self, node: Node) -> Code:
        parts = named(node)
        clauses = {n.type: named(n) for n in parts if n.type in ("catch_clause", "finally_clause")}
        body = self.block([n for n in parts if n.type not in clauses])
        handle, last = self.handler(clauses.get("catch_clause")), self.block(clauses.get("finally_clause", []))

        def attempt(scope: Scope) -> None:
            try:
                body(inside(scope, {}))
            except Thrown as problem:
                handle(scope, problem)
            finally:
                last(inside(scope, {}))

        return attempt

    def handler(self, clause: list[Node] | None) -> Callable[[Scope, Thrown], None]:
        """catch name, statements."""
        if clause is None:
            return _throw_again
        name, *body = clause
        if name.type != "identifier":
            raise unknown(name)
        self.bound.add(text_of(name))
        run = self.block(body)
        return lambda scope, problem: run(inside(scope, {text_of(name): problem}))


def _throw_again(_: Scope, problem: Thrown) -> None:
    raise problem
