"""The API reference, made from the code: `python docs/make_api.py` writes the pages of docs/api/, and so does every build.

Signatures and texts are those of the sources. What is shown where is said in docs/api_pages.py.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parent
sys.path.insert(0, str(DOCS))

from api_pages import DOOR, INDEX, PAGES, SHOWN, Page, Shown  # noqa: E402 - beside this file

API = DOCS / "api"
__all__ = ["SHOWN", "described", "found", "markdown", "of_class", "pages"]
_FIELD = re.compile(r"^(\*{0,2}\w+(?:, \*{0,2}\w+)*):(?:\s+(.+))?$")
_CODE = re.compile(r"(`+[^`]+`+)")
_PROPERTIES = ("property", "cached_property", "functools.cached_property")


@dataclass(frozen=True)
class Member:
    """Of a class: kind as Sphinx names it (method, property, attribute); others: names that it also has."""

    name: str
    kind: str
    signature: str = ""
    text: str = ""
    options: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


@dataclass
class Described:
    """A class: its text and members, those of its bases included."""

    text: str
    members: dict[str, Member] = field(default_factory=dict)


def found(place: str) -> Any:
    """The object at 'module:name'."""
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)


def _source(thing: Any) -> str:
    return textwrap.dedent(inspect.getsource(thing))


def _definition(thing: Any) -> ast.AST:
    return ast.parse(_source(thing)).body[0]


# --- functions and classes -------------------------------------------------------------------------------------------


def signature(node: ast.FunctionDef, drop_self: bool = False) -> str:
    """(a: int, b=...) -> c, as it is written in the source."""
    arguments = node.args
    if drop_self:
        listed = arguments.posonlyargs or arguments.args
        del listed[:1]
    returned = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"({ast.unparse(arguments)}){returned}".replace('"', "'")


def described(cls: type) -> Described:
    """What the sources say of a class and those that it extends."""
    made = Described(inspect.cleandoc(cls.__doc__ or ""))
    for base in reversed([x for x in cls.__mro__ if x.__module__.startswith("linkwright")]):
        node = _definition(base)
        assert isinstance(node, ast.ClassDef)
        for member in _members(node, _source(base)):
            made.members.pop(member.name, None)
            made.members[member.name] = member
    for x in fields(cls) if is_dataclass(cls) else ():
        if x.name in made.members and x.metadata.get("help"):  # what the option of a command says
            made.members[x.name] = replace(made.members[x.name], text=x.metadata["help"])
    return made


def _members(node: ast.ClassDef, source: str) -> Iterator[Member]:
    """Public ones, in the order of the source. Texts of fields stand below them, in the class's text as `name: ...`, or in a
    comment behind them."""
    lines = source.splitlines()
    said = dict(_listed(ast.get_docstring(node) or ""))
    also = _aliases(node)
    for here, below in zip(node.body, [*node.body[1:], None], strict=True):
        if isinstance(here, ast.AnnAssign) and isinstance(here.target, ast.Name):
            name = here.target.id
            if not name.startswith("_") and not ast.unparse(here.annotation).startswith("ClassVar"):
                text = _string(below) or said.get(name, "") or _behind(lines[(here.end_lineno or 0) - 1])
                yield Member(name, "attribute", "", text, (_typed(here.annotation), *_default(here.value)))
        elif isinstance(here, ast.FunctionDef) and not here.name.startswith("_"):
            yield _function(here, also.get(here.name, ()))


def _function(node: ast.FunctionDef, others: tuple[str, ...]) -> Member:
    text = ast.get_docstring(node) or ""
    marks = {ast.unparse(x) for x in node.decorator_list}
    if marks & set(_PROPERTIES):
        return Member(node.name, "property", "", text, (_typed(node.returns),) if node.returns else ())
    options = tuple(f":{x}:" for x in ("classmethod", "staticmethod") if x in marks)
    return Member(node.name, "method", signature(node, "staticmethod" not in marks), text, options, others)


def _aliases(node: ast.ClassDef) -> dict[str, tuple[str, ...]]:
    """`rnea = inverse_dynamics`: the other names of each method."""
    made: dict[str, tuple[str, ...]] = {}
    for x in node.body:
        if isinstance(x, ast.Assign) and isinstance(x.value, ast.Name) and isinstance(x.targets[0], ast.Name):
            made[x.value.id] = (*made.get(x.value.id, ()), x.targets[0].id)
    return made


def _typed(annotation: ast.expr) -> str:
    return f":type: {ast.unparse(annotation)}"


def _default(value: ast.expr | None) -> tuple[str, ...]:
    """Of a field that has a plain one."""
    if isinstance(value, ast.Call):
        value = next((x.value for x in value.keywords if x.arg == "default"), None)
    return (f":value: {ast.unparse(value)}",) if isinstance(value, ast.Constant | ast.UnaryOp | ast.Tuple) else ()


def _behind(line: str) -> str:
    """The comment at the end of a line, unless it is one for tools."""
    found = re.search(r"  # (?!noqa|type:|pyright:)(.+)$", line)
    return found[1] if found else ""


def _string(node: ast.AST | None) -> str:
    """The text below a field."""
    value = node.value if isinstance(node, ast.Expr) else None
    return inspect.cleandoc(value.value) if isinstance(value, ast.Constant) and isinstance(value.value, str) else ""


def stub(cls: str) -> list[Member]:
    """Methods that are looked up in tables at run time, from the file made for editors."""
    source = found("linkwright.native:__file__")
    text = Path(source).with_name("native_methods.pyi").read_text(encoding="utf-8")
    node = next(x for x in ast.parse(text).body if isinstance(x, ast.ClassDef) and x.name == cls)
    return [replace(x, signature=_short(x.signature)) for x in _members(node, text)]


def _short(signature: str) -> str:
    """All take arrays and the same options; `= ...` may be left out."""
    return signature.replace(": X=...", "=...").replace(": X", "").replace(", **options: Any", "")


# --- texts -----------------------------------------------------------------------------------------------------------


def _listed(text: str) -> list[tuple[str, str]]:
    """`name: text` of a docstring, with the lines that go on below."""
    return [(name, said) for piece in _pieces(text) if isinstance(piece, list) for name, said in piece]


def _pieces(text: str) -> Iterator[str | list[tuple[str, str]]]:
    """Paragraphs, and lists of names that begin one or stand behind a sentence."""
    for paragraph in re.split(r"\n\s*\n", text.strip("\n")):
        lines = paragraph.splitlines()
        starts = [n for n, x in enumerate(lines) if _named(x) and (n == 0 or lines[n - 1].rstrip()[-1:] in ".:;")]
        first = starts[0] if starts else len(lines)
        if first:
            yield "\n".join(lines[:first])
        if first < len(lines):
            yield _names(lines[first:])


def _named(line: str) -> re.Match[str] | None:
    head = _FIELD.match(line)
    return head if head and head[2] else None


def _names(lines: list[str]) -> list[tuple[str, str]]:
    made: list[tuple[str, str]] = []
    count = 0
    for line in lines:
        if head := _named(line):
            made += [(name.lstrip("*"), head[2]) for name in head[1].split(", ")]
            count = len(head[1].split(", "))
        else:
            made[-count:] = [(name, f"{said} {line.strip()}") for name, said in made[-count:]]
    return made


def markdown(text: str, listed: bool = True) -> str:
    """A docstring as Markdown: paragraphs, code that is indented, parameters as a list (listed: whether these are shown)."""
    parts: list[str] = []
    for piece in _pieces(text):
        if isinstance(piece, list):
            parts += ["\n".join(f":param {name}: {escaped(said)}" for name, said in piece)] if listed else []
        elif all(line.startswith("    ") for line in piece.splitlines()):
            parts.append(f"```python\n{textwrap.dedent(piece)}\n```")
        else:
            parts.append(escaped(piece))
    return "\n\n".join(parts)


def escaped(text: str) -> str:
    """Signs that Markdown would take for its own; what stands between backticks stays."""
    pieces = _CODE.split(text)
    return "".join(p if n % 2 else re.sub(r"([*_<\[\]$|#])", r"\\\1", p) for n, p in enumerate(pieces))


# --- pages -----------------------------------------------------------------------------------------------------------


def directive(kind: str, head: str, body: str, options: Sequence[str] = (), ticks: int = 4) -> str:
    fence = "`" * ticks
    lines = [f"{fence}{{py:{kind}}} {head}", *options, "", body, fence]
    return "\n".join(lines).replace("\n\n\n", "\n\n") + "\n"


def of_member(member: Member) -> str:
    named = f"Also `{'`, `'.join(member.others)}`." if member.others else ""
    text = markdown(member.text)
    body = (" " if "\n\n" not in text else "\n\n").join(filter(None, [text, named]))
    return directive(member.kind, member.name + member.signature, body, member.options)


def of_function(shown: Shown) -> str:
    node = _definition(found(shown.place))
    assert isinstance(node, ast.FunctionDef)
    return directive(
        "function",
        f"{shown.name}{signature(node)}",
        markdown(ast.get_docstring(node) or ""),
        [f":module: {shown.home}"],
    )


def of_class(shown: Shown) -> str:
    """Its text, what it is made of, what it can do."""
    cls = found(shown.place)
    about = described(cls)
    members = [*about.members.values(), *(stub(shown.stub) if shown.stub else ())]
    known = {m.name for m in members}
    left = [(name, said) for name, said in _listed(about.text) if name not in known]
    head = [markdown(about.text, listed=False), "\n".join(f":ivar {n}: {escaped(said)}" for n, said in left)]
    body = "\n\n".join([*filter(None, head), *(of_member(m) for m in members)])
    code = getattr(cls, "code", "") if issubclass(cls, Exception) else ""
    told = f"Code `{code}`.\n\n" if code else ""
    return directive(
        "exception" if issubclass(cls, Exception) else "class", shown.name, told + body, [f":module: {shown.home}"], 5
    )


def entry(shown: Shown) -> str:
    """A function, a class, or a name that is said in a sentence."""
    if shown.text:
        return directive("data", shown.name, shown.text, [f":module: {shown.home}"])
    return of_class(shown) if inspect.isclass(found(shown.place)) else of_function(shown)


def page(made: Page) -> str:
    parts = [f"# {made.title}", made.text]
    for heading, text, entries in made.sections:
        parts += [f"## {heading}", *filter(None, [text]), *(entry(x) for x in entries)]
    return "\n\n".join(parts) + "\n"


def pages() -> dict[str, str]:
    """Name of a file in docs/api -> its text."""
    rows = [f"| {{py:obj}}`~linkwright.{x.name}` | {_first(x)} |" for x in DOOR]
    index = INDEX.format(rows="\n".join(rows), names="\n".join(x.file for x in PAGES))
    return {"index.md": index, **{f"{x.file}.md": page(x) for x in PAGES}}


def _first(shown: Shown) -> str:
    """The first sentence."""
    text = shown.text or inspect.getdoc(found(shown.place)) or ""
    sentence = re.split(r"(?<=[.:])\s|\n\n", text, maxsplit=1)[0]
    return escaped(" ".join(sentence.split()).rstrip(".:"))


def main() -> None:
    API.mkdir(exist_ok=True)
    made = pages()
    for old in API.glob("*.md"):
        if old.name not in made:
            old.unlink()
    for name, text in made.items():
        path = API / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:  # what is the same is not read again
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
