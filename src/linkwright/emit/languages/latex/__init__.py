"""LaTeX: a document that says what each function computes, in closed form where the caller has one, else step by step.

It is for reading, so numbers are rounded to six digits; the code in the other languages has all of them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from math import isinf

from linkwright.emit import repeat
from linkwright.emit.languages import fixed
from linkwright.emit.languages.latex import statements as latex_statements
from linkwright.emit.program import Program, counted
from linkwright.emit.spell import Speller, without_idle
from linkwright.emit.straight_line import Remark, Statement
from linkwright.emit.target import ATOM, LOOSE, PRODUCT, SUM, Commands, Comment, Spelling, Target, infix
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel
from linkwright.readable.names import COMMANDS, latex_name

_ROWS = 30
"""Equations in one aligned block; TeX measures a block as a whole."""

_ESCAPES = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"''", "·": r"$\cdot$", "×": r"$\times$", "°": r"$^\circ$", "−": "$-$",
    "²": "$^2$", "³": "$^3$", "½": "$\\tfrac12$", "∂": r"$\partial$", "∑": r"$\sum$", "√": r"$\surd$", "≤": r"$\le$",
    "≥": r"$\ge$", "⁻": "$^-$", "¹": "$^1$", "→": r"$\to$", "ᵀ": "$^T$", "–": "--", "—": "---", "’": "'",
}  # fmt: skip


def function(name: str, arity: int) -> Spelling:
    """How a function of so many arguments is spelled."""
    places = ", ".join(f"{{{k}}}" for k in range(arity))
    return Spelling(rf"{name}\left({places}\right)", ATOM, (LOOSE,) * arity)


def text(words: str) -> str:
    """Any text as LaTeX text. What pdflatex's fonts lack is spelled out rather than left to stop it."""
    out: list[str] = []
    for char in unicodedata.normalize("NFC", words):
        if char in _ESCAPES:
            out.append(_ESCAPES[char])
        elif _typed(char):
            out.append(char)
        else:
            out.append(_foreign(char))
    return "".join(out)


def _typed(char: str) -> bool:
    """Whether TeX reads it as it is."""
    return char.isascii() and (char.isprintable() or char == "\n")


def _foreign(char: str) -> str:
    name = unicodedata.name(char, "")
    greek = re.fullmatch(r"GREEK (SMALL|CAPITAL) LETTER (\w+)", name)
    if greek:
        word = greek[2].lower().replace("lamda", "lambda")
        word = word if greek[1] == "SMALL" else word.capitalize()
        if word in COMMANDS:
            return rf"$\{word}$"
    plain = unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode()
    return plain if plain and plain.isprintable() else f"[U+{ord(char):04X}]"


def symbol(name: str) -> str:
    """A name as mathematics: tau -> \\tau, m1 -> m_{1}, L_upper -> L_{\\mathrm{upper}}, forearm -> \\mathrm{forearm}."""
    if re.fullmatch(r"[A-Za-z]\w*", name, re.ASCII):
        return latex_name(name)
    return rf"\text{{{text(' '.join(name.split()))}}}"


def element(port: Port, index: int) -> str:
    """An element of a port, counted from 1: q_{1}, M_{1,2}; a parameter has its own name."""
    if port.defaults is not None and port.labels:
        return symbol(port.labels[index])
    places: list[str] = []
    for size in reversed(port.shape):
        places.insert(0, str(index % size + 1))
        index //= size
    base = symbol(port.name)
    return rf"{{{base}}}_{{{','.join(places)}}}" if places else base


def rounded(x: float) -> str:
    """A number with six digits."""
    digits, _, exponent = f"{x:.6g}".partition("e")
    return rf"{digits}\mathrm{{e}}{{{int(exponent)}}}" if exponent else digits


def layout(program: Program) -> Mapping[str, str]:
    """The files of the language: one document."""
    return {f"{program.name}.tex": _document(program)}


LATEX = Target(
    name="latex",
    repeats=True,
    title="LaTeX",
    spell={
        "add": infix("+", SUM),
        "sub": infix("-", SUM),
        "mul": Spelling(r"{0} \, {1}", PRODUCT, (PRODUCT, PRODUCT + 1)),
        "div": Spelling(r"\frac{{{0}}}{{{1}}}", PRODUCT, (LOOSE, LOOSE)),
        "neg": Spelling("-{0}", SUM, (PRODUCT,)),
        "pow": Spelling("{{{0}}}^{{{1}}}", PRODUCT, (ATOM, LOOSE)),
        "sqrt": Spelling(r"\sqrt{{{0}}}", ATOM, (LOOSE,)),
        "abs": Spelling(r"\left|{0}\right|", ATOM, (LOOSE,)),
        **{op: function(f"\\{op}", 1) for op in ("sin", "cos", "tan", "exp", "log")},
        **{op: function(f"\\{op}", 2) for op in ("min", "max")},
        "asin": function(r"\arcsin", 1),
        "acos": function(r"\arccos", 1),
        "atan2": function(r"\operatorname{{atan2}}", 2),
        "hypot": Spelling(r"\sqrt{{{{{0}}}^2 + {{{1}}}^2}}", ATOM, (ATOM, ATOM)),
        "sign": function(r"\operatorname{{sgn}}", 1),
        "select": Spelling(
            r"\begin{{cases}} {1} & {0} > 0 \\ {2} & \text{{otherwise}} \end{{cases}}", LOOSE, (SUM, LOOSE, LOOSE)
        ),
        "only_if": Spelling(
            r"\begin{{cases}} {1} & {0} > 0 \\ \text{{none}} & \text{{otherwise}} \end{{cases}}", LOOSE, (SUM, LOOSE)
        ),
    },
    comment=Comment("", "% ", "", (), "% {}"),
    define="{name} &= {value}",
    read=element,
    element=element,
    write="{element} &= {value}",
    layout=layout,
    signature=lambda program, kernel: "",
    commands=Commands(needs=(("pdflatex",),), run=(("{0}", "-interaction=nonstopmode", "-halt-on-error", "*.tex"),)),
    number=rounded,
    negative=SUM,
    adjacent=False,
    nest=5,
    temporary="x_{{{number}}}",
    brackets=(r"\left(", r"\right)"),
    width=10**9,
)


def _document(program: Program) -> str:
    closed = dict(program.about.closed_forms)
    parts = [
        program.title("equations of motion"),
        fixed("latex", "preamble.tex").rstrip(),
        rf"\title{{{text(' '.join(program.about.robot.split()))}: equations of motion}}"
        + "\n"
        + rf"\date{{{text(program.mark)}}}",
        "\\author{}\n\\begin{document}\n\\maketitle",
        *_conventions(program),
        *_coordinates(program),
        *_parameters(program),
    ]
    for speller in program.spellers():
        parts += _function(speller, closed.get(speller.plan.kernel.name, ""))
    parts.append(r"\end{document}")
    return "\n\n".join(parts) + "\n"


def _conventions(program: Program) -> list[str]:
    if not program.about.conventions:
        return []
    lines = [text(line.strip()) for line in program.about.conventions.splitlines() if line.strip()]
    return [r"\section*{Conventions}", "\n\n".join(lines), "Numbers are rounded to six digits."]


def _coordinates(program: Program) -> list[str]:
    """Names of the elements of vectors, with limits where there are any: one table for constants of one size."""
    constants, parts = program.about.constants, list[str]()
    for size in (c for c in constants if isinstance(c.value, int)):
        columns = [c for c in constants if c.count == size.name and not isinstance(c.value, int)]
        if not columns:
            continue
        kinds = "l" * len(columns)
        rows = zip(*([_cell(x) for x in c.value] for c in columns if not isinstance(c.value, int)), strict=True)
        lines = [
            rf"\begin{{longtable}}{{{kinds}}}",
            " & ".join(text(c.doc.partition(";")[0]) for c in columns) + r" \\ \hline",
        ]
        parts.append("\n".join([*lines, *(" & ".join(row) + r" \\" for row in rows), r"\end{longtable}"]))
    return [r"\section*{Coordinates}", *parts] if parts else []


def _cell(x: float | str) -> str:
    if isinstance(x, str):
        return text(" ".join(x.split()))
    return rf"${'-' if x < 0 else ''}\infty$" if isinf(x) else f"${x:.6g}$"


def _parameters(program: Program) -> list[str]:
    if not program.about.parameters:
        return []
    rows = [
        rf"${symbol(p.name)}$ & {text(str(p.value))} & {text(p.unit)} & {text(p.doc)} \\"
        for p in program.about.parameters
    ]
    table = [r"\begin{longtable}{lllp{90mm}}", r"symbol & value & unit & meaning \\ \hline", *rows, r"\end{longtable}"]
    return [r"\section*{Parameters}", "\n".join(table)]


def _function(speller: Speller, closed: str) -> list[str]:
    kernel = speller.plan.kernel
    parts = [rf"\section{{{text(kernel.name.replace('_', ' '))}}}", *_facts(kernel)]
    if kernel.repeat is not None:
        return [*parts, repeat.latex(kernel)]
    if kernel.procedure is not None:
        return [*parts, latex_statements.algorithm(kernel, kernel.procedure, LATEX, symbol, text)]
    if closed:
        return [*parts, "".join(c if _typed(c) else rf"\text{{{text(c)}}}" for c in closed)]
    return [*parts, *_aligned(speller, [step for piece in speller.plan.pieces for step in piece])]


def _aligned(speller: Speller, steps: Sequence[Statement]) -> Iterator[str]:
    """Equations below each other, a paragraph for every remark."""
    for is_remark, block in groupby(without_idle(steps), key=lambda step: isinstance(step, Remark)):
        if is_remark:
            yield from (rf"\noindent\emph{{{text(step.text)}}}" for step in block if isinstance(step, Remark))
            continue
        rows = [speller.line(step) for step in block]
        for start in range(0, len(rows), _ROWS):
            lines = " \\\\\n".join(rows[start : start + _ROWS])
            yield f"\\begin{{align}}\n{lines}\n\\end{{align}}"


def _facts(kernel: Kernel) -> list[str]:
    parts = [text(kernel.doc)] if kernel.doc else []
    if kernel.equation:
        parts.append(rf"\texttt{{{text(kernel.equation)}}}")
    rows: list[str] = []
    for kind, ports in (("in", kernel.inputs), ("out", kernel.outputs)):
        for port in ports:
            size = r" $\times$ ".join(map(str, port.shape)) or "scalar"
            rows.append(rf"{kind} & ${symbol(port.name)}$ & {size} & {text(port.unit)} & {text(port.doc)} \\")
    parts.append("\n".join([r"\begin{longtable}{llllp{90mm}}", *rows, r"\end{longtable}"]))
    parts += [f"{text(line)}." for line in counted(kernel)]
    parts += [f"Frame: {text(value)}." for key, value in kernel.facts if key == "frame"]
    if kernel.reference:
        parts.append(f"Reference: {text(kernel.reference)}.")
    return parts
