"""Program: kernels and facts on their way to files; the text every file carries, in whatever comment syntax."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from textwrap import wrap

from linkwright.emit.build_context import BuildContext
from linkwright.emit.checks import Suite, suite
from linkwright.emit.plan import plan
from linkwright.emit.single import in_single
from linkwright.emit.source_tree import MARK
from linkwright.emit.spell import Speller, numbers
from linkwright.emit.straight_line import Plan
from linkwright.emit.target import Target
from linkwright.errors import EmitError
from linkwright.graph.function import Port
from linkwright.graph.ops import OPS
from linkwright.passes.kernel import Kernel
from linkwright.passes.procedure import Procedure
from linkwright.passes.procedure_names import local_names, renamed


@dataclass(frozen=True)
class Program:
    """What a target's layout turns into files."""

    target: Target
    kernels: tuple[Kernel, ...]
    about: BuildContext
    suite: Suite

    @cached_property
    def name(self) -> str:
        """The robot's name as an identifier, the same in every language but for reserved words."""
        word = identifier(self.about.robot, self.target)
        return f"robot_{word}"[: self.target.longest] if _FILES.fullmatch(word.lower()) else word

    @cached_property
    def plans(self) -> tuple[Plan, ...]:
        return tuple(plan(kernel, self.target) for kernel in self.kernels)

    def spellers(self) -> list[Speller]:
        return [Speller(p, self.target) for p in self.plans]

    @cached_property
    def defaults(self) -> dict[str, Port]:
        """Name -> port with default values. Functions that agree on a port's defaults share one entry."""
        found = [(k, p) for k in self.kernels for p in k.optional]
        return {self.default_name(kernel, port): port for kernel, port in found}

    def default_name(self, kernel: Kernel, port: Port) -> str:
        """The port's own name for the values that most functions have, the function's name before it for others."""
        peers = [p for k in self.kernels for p in k.optional if p.name == port.name]
        ((usual, count),) = Counter((p.labels, p.defaults) for p in peers).most_common(1)
        shared = usual == (port.labels, port.defaults) and (count > 1 or len(peers) == 1)
        return port.name if shared else f"{kernel.name}_{port.name}"

    @property
    def stamp(self) -> str:
        """What wrote a file, for those that are the same whatever the model."""
        return f"{MARK} {self.about.version}".rstrip()

    @cached_property
    def mark(self) -> str:
        """The one line that says where a file comes from."""
        model = f" from model {self.about.model_hash}" if self.about.model_hash else ""
        return f"{self.stamp}{model}. Do not edit: generate it again."

    def title(self, what: str, *more: str) -> str:
        """The comment at the top of a file that only says what it is."""
        return self.target.comment.block([f"{self.about.robot}: {what}", self.mark, *more])

    def heading(self, what: str) -> list[str]:
        """Lines for the top of a file: what it is, conventions, parameters, functions with equations and counts."""
        lines = [f"{self.about.robot}: {self.target.real.titled(what)}", self.mark]
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
    told: set[tuple[str, ...]] = set()
    for kind, ports in (("in ", kernel.inputs), ("out", kernel.outputs)):
        for port in ports:
            size = "x".join(map(str, port.shape)) if port.shape else "scalar"
            facts = [f"{kind}  {port.name}", f"[{size}]", port.unit and f"({port.unit})", port.doc]
            lines.append("  ".join(f for f in facts if f))
            if kind == "in " and port.labels and port.defaults is None and port.labels not in told:
                told.add(port.labels)
                lines += wrap(_shown(labels(port)), 96, initial_indent="     ", subsequent_indent="     ")
            if port.defaults is not None:
                lines.append(f"     may be left out: {len(port.defaults)} default values")
    lines += ["", *counted(kernel)]
    lines += [f"{key}: {value}" for key, value in kernel.facts if value not in _NOTHING]
    if kernel.reference:
        lines.append(f"Reference: {kernel.reference}")
    return lines


def counted(kernel: Kernel) -> list[str]:
    """How many operations a function takes; how often statements are repeated nobody knows before: what they call."""
    if kernel.procedure is None:
        return [f"Operations: {kernel.ops}"]
    names = ", ".join(dict.fromkeys(called.name for called in kernel.called))
    return [f"Calls: {names}"] if names else []


def _shown(names: Sequence[str], most: int = 24) -> str:
    return ", ".join(names[:most]) + (f", ... ({len(names)} in all)" if len(names) > most else "")


_NOTHING = frozenset({"", "()", "{}", "None"})


def default_rows(port: Port, target: Target, row: str, first: int = 0) -> list[str]:
    """A row for each default value: {value}, its {place} counted from `first`, its {label}, the same {safe} for a comment."""
    pairs = enumerate(zip(port.defaults or (), labels(port), strict=True), first)
    return [
        row.format(value=numbers(target, [x]), place=k, label=label, safe=target.comment.safe(label))
        for k, (x, label) in pairs
    ]


def labels(port: Port) -> tuple[str, ...]:
    """Names of a port's elements, each on one line, made up where they have none."""
    return tuple(" ".join(label.split()) for label in port.labels) or tuple(
        f"{port.name}[{k}]" for k in range(port.size)
    )


def identifier(text: str, target: Target) -> str:
    """A word the language accepts, made from any text: letters, digits, underscores, a letter first, nothing reserved."""
    word = re.sub(r"[^A-Za-z0-9]+", "_", text).strip("_") or "robot"
    word = (f"r{word}" if word[0].isdigit() else word)[: target.longest]
    plain = word.lower() if target.caseless else word
    return f"{word}_" if plain in target.reserved or plain in _OURS or re.fullmatch(r"t[0-9]+", plain) else word


_FILES = re.compile(r"(test|example|autodiff)_.*|.*_part[0-9]+|linkwright_.*")
"""Names of files that stand beside a robot's own: build files find tests and pieces by them."""

_OURS = frozenset({"work", "sine", "cosine", "angle"})
"""Names that generated functions use themselves, besides t1, t2, ..."""


def spelled(kernel: Kernel, target: Target) -> Kernel:
    """The kernel with names the language accepts."""
    ports = (*kernel.inputs, *kernel.outputs)
    names = {port.name: identifier(port.name, target) for port in ports}
    if len(set(names.values())) != len(ports):
        raise EmitError(f"{kernel.name} has two ports of one name", hint=", ".join(port.name for port in ports))
    name = identifier(kernel.name, target)
    if target.caseless:
        names = _distinct(names, name)
    if name == kernel.name and all(old == new for old, new in names.items()) and kernel.straight:
        return kernel
    kernel = kernel.calling(tuple(spelled(called, target) for called in kernel.called))
    if kernel.procedure is not None:
        words = local_words(kernel.procedure, target, {name, *names.values(), *(k.name for k in kernel.called)})
        kernel = replace(kernel, procedure=renamed(kernel.procedure, {**names, **words}))
    code = [
        replace(instr, value=(names[instr.value[0]], instr.value[1])) if instr.op == "input" else instr
        for instr in kernel.code
    ]
    inputs, outputs = (
        tuple(replace(port, name=names[port.name]) for port in ports) for ports in (kernel.inputs, kernel.outputs)
    )
    lanes = None if kernel.lanes is None else spelled(kernel.lanes, target)
    return replace(kernel, name=name, inputs=inputs, outputs=outputs, code=tuple(code), lanes=lanes)


def local_words(procedure: Procedure, target: Target, taken: Iterable[str]) -> dict[str, str]:
    """Words for a procedure's own names that the language accepts, apart from others and from what operations are called."""
    plain = str.lower if target.caseless else str
    used = {plain(word) for word in taken} | {
        plain(w) for s in target.spell.values() for w in _WORD.findall(s.template)
    }
    found: dict[str, str] = {}
    for old in local_names(procedure):
        word = identifier(old, target)
        while plain(word) in used:
            word += "_"
        used.add(plain(word))
        found[old] = word
    return found


_WORD = re.compile(r"[A-Za-z_]\w*")


def _distinct(names: Mapping[str, str], function: str) -> dict[str, str]:
    """Ports' names that differ by more than case, from each other and from their function's."""
    taken, found = {function.lower()}, dict[str, str]()
    for old, word in names.items():
        while word.lower() in taken:
            word += "_"
        taken.add(word.lower())
        found[old] = word
    return found


def with_steps(kernels: Sequence[Kernel]) -> list[Kernel]:
    """The kernels, and before each that calls others, those others, once each."""
    found: dict[str, Kernel] = {}  # under the name in the program, as it was before its calls got theirs
    made: list[Kernel] = []
    given = {kernel.name: kernel for kernel in kernels}

    def place(kernel: Kernel) -> Kernel:
        """Put a kernel behind those that it calls. One of a name that means another function gets its caller's before it."""
        callees: list[Kernel] = []
        for called in kernel.called:
            word = called.name
            while word in {**given, **found} and {**given, **found}[word] != replace(called, name=word):
                word = f"{kernel.name}_{word}"
            callees.append(place(replace(called, name=word) if word != called.name else called))
        if kernel.name not in found:
            found[kernel.name] = kernel
            made.append(kernel.calling(tuple(callees)))
        return next(k for k in made if k.name == kernel.name)

    for kernel in kernels:
        place(kernel)
    return made


def _in_statements(kernel: Kernel) -> Kernel:
    """A kernel that repeats another, as a procedure."""
    if kernel.repeat is None:
        return kernel
    from linkwright.passes.procedural import as_procedure

    return replace(kernel, repeat=None, procedure=as_procedure(kernel))


_EACH = "the functions to write must be one or more, each with its own name"


def program(kernels: Sequence[Kernel], target: Target, about: BuildContext) -> Program:
    """Everything a layout needs; what cannot be spelled is said before anything is written."""
    given = [kernel.name for kernel in kernels]
    if len(set(given)) != len(given):
        raise EmitError(_EACH, hint=", ".join(given))
    checks = in_single(about.checks, kernels) if target.real.single else about.checks
    kernels = with_steps(kernels)
    if not target.repeats:
        kernels = [_in_statements(kernel) for kernel in kernels]
    named = tuple(spelled(kernel, target) for kernel in kernels)
    words = [kernel.name for kernel in named]
    if not words or len(set(words)) != len(words):
        raise EmitError(_EACH, hint=", ".join(words))
    missing = sorted(OPS.keys() - target.spell.keys())
    assert not missing, f"{target.name} has no spelling for {missing}"
    return Program(target, named, about, suite(checks, kernels, named))
