"""Program: kernels and facts on their way to files; the text every file carries, in whatever comment syntax."""

from __future__ import annotations

import keyword
import re
from dataclasses import dataclass
from functools import cached_property

from linkwright.emit.about import About
from linkwright.emit.checks import Suite, suite
from linkwright.emit.plan import plan
from linkwright.emit.source_tree import MARK
from linkwright.emit.spell import Speller
from linkwright.emit.steps import Plan
from linkwright.emit.target import Target
from linkwright.errors import EmitError
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel


@dataclass(frozen=True)
class Program:
    """What a target's layout turns into files."""

    target: Target
    kernels: tuple[Kernel, ...]
    about: About

    @cached_property
    def name(self) -> str:
        """The robot's name as an identifier, the same in every language."""
        return identifier(self.about.robot, self.target)

    @cached_property
    def plans(self) -> tuple[Plan, ...]:
        return tuple(plan(kernel, self.target) for kernel in self.kernels)

    @cached_property
    def suite(self) -> Suite:
        return suite(self.about.checks, self.kernels)

    def spellers(self) -> list[Speller]:
        return [Speller(p, self.target) for p in self.plans]

    @cached_property
    def mark(self) -> str:
        """The one line that says where a file comes from."""
        version = f" {self.about.version}" if self.about.version else ""
        model = f" from model {self.about.model_hash}" if self.about.model_hash else ""
        return f"{MARK}{version}{model}. Do not edit: generate it again."

    def heading(self, what: str) -> list[str]:
        """Lines for the top of a file: what it is, conventions, parameters, functions with equations and counts."""
        lines = [f"{self.about.robot}: {what}", self.mark]
        if self.about.conventions:
            lines += ["", "Conventions", *(f"  {line}".rstrip() for line in self.about.conventions.splitlines())]
        if self.about.parameters:
            lines += ["", "Parameters", *self._parameter_rows()]
        if self.kernels:
            lines += ["", "Functions"]
            width = max(len(k.name) for k in self.kernels)
            lines += [f"  {k.name:<{width}}  {k.equation or k.doc}".rstrip() for k in self.kernels]
        return lines

    def _parameter_rows(self) -> list[str]:
        rows = [(p.name, str(p.value), p.unit, p.doc) for p in self.about.parameters]
        widths = [max(len(row[k]) for row in rows) for k in range(3)]
        return [
            ("  " + "  ".join(f"{t:<{w}}" for t, w in zip(r, widths, strict=False)) + "  " + r[3]).rstrip()
            for r in rows
        ]


def function_heading(kernel: Kernel) -> list[str]:
    """Lines above a function: what it computes, its inputs and outputs with sizes and units, counts, reference."""
    lines = [kernel.doc or kernel.name.replace("_", " ")]
    if kernel.equation:
        lines += ["", f"  {kernel.equation}"]
    lines.append("")
    for kind, ports in (("in ", kernel.inputs), ("out", kernel.outputs)):
        for port in ports:
            size = "x".join(map(str, port.shape)) if port.shape else "scalar"
            facts = [f"{kind}  {port.name}", f"[{size}]", port.unit and f"({port.unit})", port.doc]
            lines.append("  ".join(f for f in facts if f))
            if port.defaults is not None:
                lines.append(f"     may be left out: {len(port.defaults)} default values")
    lines += ["", f"Operations: {kernel.ops}"]
    lines += [f"{key}: {value}" for key, value in kernel.facts]
    if kernel.reference:
        lines.append(f"Reference: {kernel.reference}")
    return lines


def labels(port: Port) -> tuple[str, ...]:
    """Names of a port's elements, made up where they have none."""
    return port.labels or tuple(f"{port.name}[{k}]" for k in range(port.size))


def identifier(text: str, target: Target) -> str:
    """A word every language accepts, made from any text: letters, digits, underscores, a letter first."""
    word = re.sub(r"[^A-Za-z0-9]+", "_", text).strip("_") or "robot"
    word = f"r{word}" if word[0].isdigit() else word
    return f"{word}_" if word in target.reserved or keyword.iskeyword(word) else word


def check_names(kernels: tuple[Kernel, ...], target: Target) -> None:
    """Names that cannot be spelled are our caller's mistake: say which, before anything is written."""
    if len({k.name for k in kernels}) != len(kernels):
        raise EmitError("two functions have the same name", hint=", ".join(k.name for k in kernels))
    for kernel in kernels:
        words = [kernel.name, *(p.name for p in (*kernel.inputs, *kernel.outputs))]
        for word in words:
            if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", word) or word in target.reserved:
                raise EmitError(f"'{word}' of {kernel.name} cannot be a name in {target.title}")
        if len(set(words)) != len(words):
            raise EmitError(f"{kernel.name} has two ports of one name", hint=", ".join(words[1:]))
