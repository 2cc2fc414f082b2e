"""Text -> tree, for the part of Julia that generated files use. Anything else is refused.

A node is (kind, line, parts). Statements end with their line; a line that begins with an operator, which Julia would silently
take as a statement of its own, is refused.
"""

from __future__ import annotations

from collections.abc import Callable

from linkwright.verification.julia_tokens import JuliaError, tokens
from linkwright.verification.julia_values import Node, Values


def parse(text: str) -> list[Node]:
    """Statements of a file."""
    return _Parser(tokens(text)).statements(("end of file",))


class _Parser(Values):
    """Reads statements."""

    def statements(self, ends: tuple[str, ...]) -> list[Node]:
        """Statements up to one of the words that end a block, which is not taken."""
        found: list[Node] = []
        self.skip_lines()
        while not self.at(*ends):
            if self.at("end of file"):
                self.fail("a block is not closed: 'end' is missing")
            found.append(self.statement())
            if not self.at(*ends):
                self.expect("newline", ";")
            self.skip_lines()
        return found

    def block(self) -> list[Node]:
        found = self.statements(("end",))
        self.expect("end")
        return found

    def statement(self) -> Node:
        token = self.next
        by_word: dict[str, Callable[[], Node]] = {
            "module": self.module, "import": self.imports, "using": self.imports, "function": self.function,
            "if": self.condition, "for": self.loop,
            "while": self.repetition, "try": self.attempt, "return": self.result, "const": self.constant,
            "break": self.leave,
        }  # fmt: skip
        if token.kind in by_word:
            return by_word[token.kind]()
        if token.kind == "macro":
            return self.macro()
        if token.kind == "string":
            return self.documentation()
        if token.kind not in ("name", "number", "("):
            self.fail(f"a line begins with '{token.text}'")
        return self.assignment()

    def documentation(self) -> Node:
        """A string before a definition. ("documented", text, definition)"""
        token = self.take()
        self.expect("newline")
        definition = self.statement()
        if definition.kind not in ("function", "module", "assign", "macro"):
            raise JuliaError(token.line, "a string that documents nothing")
        return Node("documented", token.line, (token.text, definition))

    def module(self) -> Node:
        line = self.take().line
        return Node("module", line, (self.expect("name").text, self.block()))

    def imports(self) -> Node:
        line = self.take().line
        return Node("import", line, (self.expect("name").text,))

    def constant(self) -> Node:
        self.take()
        return self.assignment()

    def assignment(self) -> Node:
        """target = value, a, b = value, target += value, f(x) = value, or a value alone. ("assign", targets, sign, value)"""
        line = self.next.line
        targets = [self.value()]
        while self.accept(","):
            targets.append(self.value())
        if self.at("=", "+="):
            sign = self.take().text
            self.skip_lines()
            if len(targets) == 1 and targets[0].kind == "call" and sign == "=":
                name, positional, keywords = targets[0].parts
                return Node("function", line, (name.parts[0], positional, keywords, [self.value()]))
            for target in targets:
                if target.kind not in ("name", "index"):
                    raise JuliaError(line, f"a value is given to a {target.kind}")
            value = self.statement() if self.next.kind == "macro" else self.value()
            return Node("assign", line, (targets, sign, value))
        return targets[0] if len(targets) == 1 else Node("tuple", line, tuple(targets))

    def function(self) -> Node:
        """("function", name, positional, keywords, body)"""
        line = self.take().line
        head = self.value()
        if head.kind != "call" or head.parts[0].kind != "name":
            raise JuliaError(line, "a function without a name and arguments")
        name, positional, keywords = head.parts
        return Node("function", line, (name.parts[0], positional, keywords, self.block()))

    def condition(self) -> Node:
        """("if", test, then, otherwise)"""
        line = self.take().line
        test = self.value()
        then = self.statements(("elseif", "else", "end"))
        if self.at("elseif"):
            return Node("if", line, (test, then, [self.condition()]))
        otherwise = self.statements(("end",)) if self.accept("else") else []
        self.expect("end")
        return Node("if", line, (test, then, otherwise))

    def repetition(self) -> Node:
        """("while", test, body)"""
        line = self.take().line
        return Node("while", line, (self.value(), self.block()))

    def loop(self) -> Node:
        """("for", variable, values, body)"""
        line = self.take().line
        variable = self.primary()
        if self.expect("name").text != "in":
            self.fail("a loop without 'in'")
        return Node("for", line, (variable, self.value(), self.block()))

    def attempt(self) -> Node:
        """("try", body, name or None, caught, last)"""
        line = self.take().line
        body = self.statements(("catch", "finally"))
        name, caught, last = None, [], []
        if self.accept("catch"):
            name = self.take().text if self.next.kind == "name" else None
            caught = self.statements(("finally", "end"))
        if self.accept("finally"):
            last = self.statements(("end",))
        self.expect("end")
        return Node("try", line, (body, name, caught, last))

    def result(self) -> Node:
        line = self.take().line
        if self.at("newline"):
            return Node("return", line, ())
        values = [self.value()]
        while self.accept(","):
            values.append(self.value())
        return Node("return", line, tuple(values))

    def leave(self) -> Node:
        """("break",)"""
        return Node("break", self.take().line, ())

    def macro(self) -> Node:
        """("macro", name, arguments): with brackets, or what follows on the line; begin ... end may be the last."""
        token = self.take()
        if self.at("(") and not self.next.spaced:
            self.take()
            positional, _ = self.arguments(")")
            return Node("macro", token.line, (token.text, positional))
        found: list[Node] = []
        while not self.at("newline", "end of file", ")"):
            if self.at("begin"):
                found.append(Node("block", self.take().line, (self.block(),)))
            elif self.at("function", "for"):
                found.append(self.statement())
            else:
                found.append(self.assignment())
        return Node("macro", token.line, (token.text, found))
