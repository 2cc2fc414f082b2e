"""Statements of a procedure -> lines of text. The walk is the same for every language; a Syntax says how things look.

Values use the target's table of operations, with parentheses exactly where precedence asks for them.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from linkwright.emit.spell import number, wrap
from linkwright.emit.target import ATOM, COMPARE, LOOSE, PRODUCT, SUM, Target
from linkwright.passes.kernel import Kernel
from linkwright.passes.procedure import (
    Apply,
    Array,
    Break,
    Call,
    Compare,
    Condition,
    Copy,
    Count,
    Element,
    Fill,
    Finite,
    For,
    If,
    Logic,
    Name,
    Number,
    Procedure,
    Remark,
    Set,
    Statement,
    Store,
    ToFloat,
    Value,
    While,
)
from linkwright.passes.procedure_kinds import count

Shape = tuple[int, ...]
Text = tuple[str, int]
"""What is written, and how tightly it binds."""

_COUNT = {"+": SUM, "-": SUM, "*": PRODUCT}


@dataclass(frozen=True)
class Syntax:
    """How a language writes statements. Templates have {name}, {value}, {condition}, ... in braces; an empty line is left out.

    element:  text of an element by array, shape and the texts of its indices, counted from `first`. Outputs without shape are
              arrays of the shape (1,)
    fill, copy: lines that give a whole array one value, or another's values: (name, shape, value), (target, source, shape)
    call:     lines that call a kernel: (kernel, texts of inputs, names of outputs), in the order of its ports. A text is an
              array's name or a value
    """

    element: Callable[[str, Shape, tuple[str, ...]], str]
    fill: Callable[[str, Shape, str], list[str]]
    copy: Callable[[str, str, Shape], list[str]]
    call: Callable[[Kernel, list[str], list[str]], list[str]]
    first: int = 0
    set: str = "{name} = {value};"
    store: str = "{element} = {value};"
    up: str = "for (int {counter} = {start}; {counter} < {stop}; {counter}++) {{"
    down: str = "for (int {counter} = {start}; {counter} > {stop}; {counter}--) {{"
    loop: str = "while ({condition}) {{"
    branch: str = "if ({condition}) {{"
    other_branch: str = "}} else if ({condition}) {{"
    otherwise: str = "}} else {{"
    end_loop: str = "}}"
    end_branch: str = "}}"
    leave: str = "break;"
    nothing: str = ""
    """Stands for an empty block, where the language wants something there (Python's pass)."""
    remark: str = "/* {text} */"
    to_float: str = "{value}"
    """{value} is an atom or in parentheses."""
    float_binds: int = ATOM
    nan: str = "NaN"
    infinity: str = "Inf"
    special_binds: int = ATOM
    finite: str = "isfinite({value})"
    compare: Mapping[str, str] = field(default_factory=dict[str, str])
    """Comparisons that are not written as in C: {"!=": "/="}."""
    logic: Mapping[str, str] = field(default_factory=lambda: {"and": "&&", "or": "||", "not": "!"})
    whole: Callable[[int], str] = str
    """An integer that is written down."""
    stop: Callable[[Value, int], Value] = lambda value, step: value
    """The last part of a loop's head, from `stop` and the step: where it is included, from_last does it."""


def from_last(value: Value, step: int) -> Value:
    """The last value of a counter, for languages whose loops include it."""
    return count("-", value, Number(step))


def flat(name: str, shape: Shape, index: tuple[str, ...]) -> str:
    """name[i * columns + j], row-major from zero."""
    return f"{name}[{flat_index(shape, index)}]"


def flat_index(shape: Shape, index: tuple[str, ...]) -> str:
    """Row-major: i * columns + j; numbers are added up."""
    if all(text.isdigit() for text in index):
        place = 0
        for text, size in zip(index, shape, strict=True):
            place = place * size + int(text)
        return str(place)
    stride, terms = 1, list[str]()
    for text, size in reversed(list(zip(index, shape, strict=True))):
        factor = f"({text})" if " " in text and stride > 1 else text
        terms += [] if text == "0" else [str(int(text) * stride)] if text.isdigit() else [_times(stride, factor)]
        stride *= size
    return " + ".join(reversed(terms))


def _times(stride: int, text: str) -> str:
    return text if stride == 1 else f"{stride} * {text}"


class Statements:
    """The statements of one kernel in one language."""

    def __init__(self, kernel: Kernel, procedure: Procedure, target: Target, syntax: Syntax) -> None:
        self.target, self.syntax = target, syntax
        self.calls = dict(procedure.calls)
        self.operations: set[str] = set()
        """Operations that were written so far."""
        self.shapes: dict[str, Shape] = {a.name: a.shape for a in procedure.arrays}
        self.shapes |= {p.name: p.shape for p in kernel.inputs if p.shape}
        self.shapes |= {p.name: p.shape or (1,) for p in kernel.outputs}

    def lines(self, statements: tuple[Statement, ...], depth: int = 1) -> list[str]:
        """Statements, indented and wrapped."""
        found: list[str] = []
        for s in statements:
            found += self._statement(s, depth)
        return found or ([self.target.indent * depth + self.syntax.nothing] if self.syntax.nothing else [])

    def _put(self, depth: int, template: str, **texts: str) -> list[str]:
        text = template.format(**texts)
        return wrap(text, self.target, depth) if text else []

    def _statement(self, s: Statement, depth: int) -> list[str]:
        syntax, put = self.syntax, self._put
        match s:
            case Set():
                return put(depth, syntax.set, name=s.name, value=self.text(s.value))
            case Store():
                return put(depth, syntax.store, element=self._element(s.array, s.index), value=self.text(s.value))
            case Fill():
                return self._several(depth, syntax.fill(s.array, self.shapes[s.array], self.text(s.value)))
            case Copy():
                return self._several(depth, syntax.copy(s.target, s.source, self.shapes[s.target]))
            case Call():
                given = [x if isinstance(x, str) else self.text(x) for x in s.inputs]
                return self._several(depth, syntax.call(self.calls[s.kernel], given, list(s.outputs)))
            case For():
                head = syntax.up if s.step > 0 else syntax.down
                texts = {"start": self.text(s.start), "stop": self._bound(s)}
                return [
                    *put(depth, head, counter=s.counter, **texts),
                    *self.lines(s.body, depth + 1),
                    *put(depth, syntax.end_loop, counter=s.counter),
                ]
            case While():
                head = put(depth, syntax.loop, condition=self.condition(s.condition)[0])
                return [*head, *self.lines(s.body, depth + 1), *put(depth, syntax.end_loop, counter="")]
            case If():
                return self._branches(s, depth)
            case Break():
                return put(depth, syntax.leave)
            case Remark():
                room = max(min(self.target.width, 88) - depth * len(self.target.indent) - len(syntax.remark), 20)
                texts = textwrap.wrap(self.target.comment.safe(s.text), room)  # each a comment of its own
                return [line for text in texts for line in put(depth, syntax.remark, text=text)]

    def _bound(self, s: For) -> str:
        text, binds = self.value(self.syntax.stop(s.stop, s.step))
        return text if binds > COMPARE else text.join(self.target.brackets)

    def _several(self, depth: int, texts: list[str]) -> list[str]:
        """Lines that a language wrote; those that begin with its indentation stay inside the one before."""
        return [line for text in texts for line in wrap(text, self.target, depth)]

    def _branches(self, s: If, depth: int) -> list[str]:
        syntax = self.syntax
        found = self._put(depth, syntax.branch, condition=self.condition(s.condition)[0])
        found += self.lines(s.yes, depth + 1)
        while len(s.no) == 1 and isinstance(s.no[0], If):
            s = s.no[0]
            found += self._put(depth, syntax.other_branch, condition=self.condition(s.condition)[0])
            found += self.lines(s.yes, depth + 1)
        if s.no:
            found += [*self._put(depth, syntax.otherwise), *self.lines(s.no, depth + 1)]
        return found + self._put(depth, syntax.end_branch)

    # --- values -----------------------------------------------------------------------------------------------------------

    def text(self, v: Value) -> str:
        """A value as it stands alone."""
        return self.value(v)[0]

    def _operand(self, text: Text, need: int) -> str:
        return text[0] if text[1] >= need else text[0].join(self.target.brackets)

    def _element(self, array: str, index: tuple[Value, ...]) -> str:
        texts = tuple(self.text(count("+", k, Number(self.syntax.first))) for k in index)
        return self.syntax.element(array, self.shapes[array], texts)

    def value(self, v: Value) -> Text:
        """A float or an integer."""
        syntax = self.syntax
        match v:
            case Number():
                return self._number(v.value)
            case Name():
                return v.name, ATOM
            case Element():
                return self._element(v.array, v.index), ATOM
            case Apply():
                spelling = self.target.spell[v.op]
                self.operations.add(v.op)
                texts = [self._operand(self.value(a), need) for a, need in zip(v.args, spelling.needs, strict=True)]
                return spelling.template.format(*texts), spelling.binds
            case Count():
                binds = _COUNT[v.op]
                left, right = self._operand(self.value(v.left), binds), self._operand(self.value(v.right), binds + 1)
                return f"{left} {v.op} {right}", binds
            case ToFloat():
                return syntax.to_float.format(value=self._operand(self.value(v.value), ATOM)), syntax.float_binds

    def _number(self, x: float | int) -> Text:
        syntax = self.syntax
        if isinstance(x, int):
            return syntax.whole(x), ATOM if x >= 0 else self.target.negative
        if math.isnan(x):
            return syntax.nan, syntax.special_binds
        if math.isinf(x):
            return (syntax.infinity, syntax.special_binds) if x > 0 else (f"-{syntax.infinity}", self.target.negative)
        return number(self.target, x)

    def condition(self, c: Condition) -> Text:
        """A condition."""
        match c:
            case Compare():
                left, right = (self._operand(self.value(x), COMPARE + 1) for x in (c.left, c.right))
                return f"{left} {self.syntax.compare.get(c.op, c.op)} {right}", COMPARE
            case Finite():
                return self.syntax.finite.format(value=self.text(c.value)), ATOM
            case Logic(op="not"):
                return f"{self.syntax.logic['not']}{self.condition(c.args[0])[0].join(self.target.brackets)}", LOOSE + 1
            case Logic():
                parts = [self._operand(self.condition(part), LOOSE + 1) for part in c.args]
                return f" {self.syntax.logic[c.op]} ".join(parts), LOOSE


def tables_of(procedure: Procedure) -> list[Array]:
    """Arrays with values that nobody changes."""
    return [a for a in procedure.arrays if a.values is not None]


def locals_of(procedure: Procedure) -> list[Array]:
    """Arrays that statements fill."""
    return [a for a in procedure.arrays if a.values is None]
