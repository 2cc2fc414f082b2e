"""Names, comments and texts of Java: classes that hide nothing of java.lang, comments for javadoc, literals in ASCII."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, groupby

from linkwright.emit.constants import Declare, retyped
from linkwright.emit.program import Program
from linkwright.emit.table_lines import filled
from linkwright.emit.target import Comment

COMMENT = Comment(
    "/**",
    " * ",
    " */",
    (("\\", "/"), ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("*/", "* /"), ("/*", "/ *"), ("@", "&#64;")),
    "// {}",
)
"""For javadoc, which reads HTML and @words. A backslash before u would be a character wherever it stands."""

_WORDS = """
abstract assert boolean break byte case catch char class const continue default do double else enum extends false final
finally float for goto if implements import instanceof int interface long native new null package private protected public
return short static strictfp super switch synchronized this throw throws transient true try void volatile while
exports module non_sealed open opens permits provides record requires sealed to transitive uses var with yield
clone equals finalize getClass hashCode notify notifyAll toString wait
java javax jdk linkwright
"""
_CLASSES = """
Arrays Boolean Checks Double Example Integer List Math Object Override Record Scratch String Support System Tests ThreadLocal
Float
"""
RESERVED = frozenset((*_WORDS.split(), *_CLASSES.split(), "_", "scratch", "compute"))
"""Words of the language, methods that every class has, packages, and what generated code calls by name."""


def boxed(program: Program) -> str:
    """Double, or Float."""
    return program.target.real.name.capitalize()


def of_real(constants: Declare, program: Program) -> Declare:
    """Constants of what functions compute with."""
    return retyped(constants, "Double", boxed(program))


def camel(word: str) -> str:
    """inverse_dynamics -> InverseDynamics."""
    return "".join(part[:1].upper() + part[1:] for part in word.split("_")) or word


def robot(program: Program) -> str:
    """The class that callers see."""
    return _free(camel(program.name), set(_taken()))


def classes(program: Program) -> dict[str, str]:
    """Function -> the class of its code. Names differ by more than case: they are names of files."""
    taken = {*_taken(), robot(program).lower()}
    found: dict[str, str] = {}
    for kernel in program.kernels:
        found[kernel.name] = _free(camel(kernel.name), taken)
        taken.add(found[kernel.name].lower())
    return found


def _taken() -> frozenset[str]:
    return frozenset(_CLASSES.lower().split())


def _free(word: str, taken: set[str]) -> str:
    while word.lower() in taken:
        word += "_"
    return word


def literal(text: str) -> str:
    """A text in quotes, in ASCII: a compiler may read files in any encoding. ASCII itself, by \\u, would be read too early."""
    return '"' + "".join(_letter(c) for c in text) + '"'


def _letter(c: str) -> str:
    if c in '"\\':
        return f"\\{c}"
    if ord(c) < 128:
        return c if c.isprintable() else f"\\{ord(c):03o}"
    units = c.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[k]:02x}{units[k + 1]:02x}" for k in range(0, len(units), 2))


_MOST = 30_000
"""Characters of a text: a constant holds 65,535 bytes."""


def texts(lines: Sequence[str]) -> str:
    """Lines as constants of the class, as few as can be."""
    ends = dict(zip(range(len(lines)), accumulate(map(len, lines)), strict=True))
    blocks = [[lines[k] for k in block] for _, block in groupby(ends, lambda k: ends[k] // _MOST)]
    return ", ".join(
        "\n".join(['"""', *(f"            {line}" for line in block), '            """']) for block in blocks
    )


def many(name: str, doc: str, words: Sequence[str]) -> str:
    """A long table as texts: a class has one method that makes its constants, of 64 KB, which is some 6,000 of them."""
    return f"    /** {doc} */\n    public static final List<Integer> {name} = Support.wholes({texts(filled(words))});"
