"""YAML from strangers -> a tree of nodes that know their lines.

Built from the parser's events, without recursion and without constructing any object: tags are refused, aliases are counted at
the size they stand for, duplicate keys are errors. A plain word stays the text it is, so that `1/2` and `30 deg` reach the
expression language as written; only null, true and false mean something to YAML here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from linkwright.errors import FileError
from linkwright.narrowing import is_mapping, is_sequence
from linkwright.readers.report import Report

MAX_BYTES, MAX_LINE, MAX_DEPTH, MAX_NODES = 100_000, 2_000, 30, 5_000
"""Several humanoids; what the parser reads within a second on a slow machine."""
_WORDS = {"": None, "~": None, "null": None, "Null": None, "true": True, "True": True, "false": False, "False": False}


@dataclass
class Leaf:
    """A text, null, a truth value; or any value where the tree comes from Python."""

    value: Any
    line: int | None = None
    size: int = 1

    def to_python(self) -> Any:
        return self.value


@dataclass
class Map:
    entries: dict[str, Node] = field(default_factory=dict[str, Any])
    key_lines: dict[str, int | None] = field(default_factory=dict[str, Any])
    line: int | None = None
    size: int = 1

    def to_python(self) -> dict[str, Any]:
        return {k: v.to_python() for k, v in self.entries.items()}


@dataclass
class Seq:
    items: list[Node] = field(default_factory=list[Any])
    line: int | None = None
    size: int = 1

    def to_python(self) -> list[Any]:
        return [x.to_python() for x in self.items]


Node = Leaf | Map | Seq


def is_empty(node: Node | None) -> bool:
    """Nothing, or a key without a value."""
    return node is None or (isinstance(node, Leaf) and node.value is None)


def from_python(x: Any) -> Node:
    """The tree of a dict or list written in Python."""
    if is_mapping(x):
        entries = {str(k): from_python(v) for k, v in x.items()}
        return Map(entries, dict.fromkeys(entries))
    if hasattr(x, "tolist"):  # NumPy
        x = x.tolist()
    if is_sequence(x) and not isinstance(x, str):
        return Seq([from_python(v) for v in x])
    return Leaf(x)


def path_at(node: Node, line: int) -> list[str]:
    """Keys and indices that lead to what begins at a line, or else to the innermost that began before it; where several
    begin at that line, to what holds them."""
    path: list[str] = []
    while not isinstance(node, Leaf):
        if isinstance(node, Map):
            begun = [(node.key_lines[k] or 0, k, x) for k, x in node.entries.items()]
        else:
            begun = [(x.line or 0, str(k), x) for k, x in enumerate(node.items)]
        begun = [x for x in begun if x[0] <= line]
        first = max((x[0] for x in begun), default=0)
        last = [x for x in begun if x[0] == first]
        if not first or (len(last) > 1 and first == line):
            break
        _, key, node = last[-1]
        path.append(key)
        if first == line:
            break
    return path


def parse_yaml(data: bytes, report: Report) -> Node:
    """The one document of a file; duplicate keys go to the report, anything worse is raised at once."""
    file = report.file
    if len(data) > MAX_BYTES:
        what = f"the file has {len(data) // 1000} kB"
        raise FileError(
            what, file, f"at most {MAX_BYTES // 1000} kB of YAML are read; large robots are better kept as URDF"
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FileError("the file is not UTF-8 text", file, "save it as UTF-8") from None
    _check_shape(text, file)
    report.text = text
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    try:
        parser: Any = YAML(typ="safe", pure=True)  # ruamel's own annotations are partial
        return _Builder(report).build(parser.parse(text))
    except MarkedYAMLError as error:
        told: Any = error
        mark = told.problem_mark or told.context_mark
        where = f"{file}:{mark.line + 1}" if mark is not None else file
        what = " ".join(str(part) for part in (told.context, told.problem) if part)
        raise FileError(
            f"not well-formed YAML: {what}", where, "correct the indentation, brackets or quotes there"
        ) from None
    except YAMLError as error:
        what = str(error).splitlines()[0]
        raise FileError(f"not well-formed YAML: {what}", file, "is this the right file?") from None


def _check_shape(text: str, file: str) -> None:
    """Long lines and deep brackets are refused before the parser sees them: it takes its time over both."""
    depth = 0
    for number, line in enumerate(text.splitlines(), 1):
        depth += line.count("[") + line.count("{") - line.count("]") - line.count("}")
        if len(line) > MAX_LINE:
            raise FileError(f"the line has {len(line)} characters", f"{file}:{number}", f"at most {MAX_LINE}")
        if depth > 10 * MAX_DEPTH:  # brackets in comments and texts count here, so the limit is generous
            raise FileError("the file has nesting that is too deep", f"{file}:{number}", f"at most {MAX_DEPTH} levels")


class _Builder:
    """Nodes from events; `open` holds the containers that are not closed yet, with the key that waits for its value."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.open: list[tuple[Map | Seq, str]] = []
        self.waiting: list[Leaf | None] = []
        self.anchors: dict[str, Node] = {}
        self.documents: list[Node] = []

    def build(self, events: Iterator[Any]) -> Node:
        for event in events:
            kind = type(event).__name__
            line = event.start_mark.line + 1
            anchor = getattr(event, "anchor", None) or ""
            if getattr(event, "tag", None) and kind.endswith(("ScalarEvent", "StartEvent")):
                self.refuse(
                    f"a tag '!{str(event.tag).rpartition(':')[2].lstrip('!')}'",
                    line,
                    "remove it: a robot is plain data",
                )
            if kind == "ScalarEvent":
                plain = event.implicit[0] and event.value in _WORDS
                self.place(Leaf(_WORDS[event.value] if plain else event.value, line), anchor)
            elif kind == "MappingStartEvent":
                self.push(Map(line=line), anchor, line)
            elif kind == "SequenceStartEvent":
                self.push(Seq(line=line), anchor, line)
            elif kind in ("MappingEndEvent", "SequenceEndEvent"):
                node, name = self.open.pop()
                self.waiting.pop()
                self.place(node, name)
            elif kind == "AliasEvent":
                if anchor not in self.anchors:
                    self.refuse(f"an alias '*{anchor}' to something not complete", line, "write the values out")
                self.place(self.anchors[anchor], "")
        if len(self.documents) != 1:
            what = f"the file has {len(self.documents)} documents" if self.documents else "the file is empty"
            raise FileError(what, self.report.file, "one robot per file")
        return self.documents[0]

    def push(self, node: Map | Seq, anchor: str, line: int) -> None:
        if len(self.open) >= MAX_DEPTH:
            self.refuse("nesting that is too deep", line, f"at most {MAX_DEPTH} levels")
        self.open.append((node, anchor))
        self.waiting.append(None)

    def place(self, node: Node, anchor: str) -> None:
        """Put a finished node into the innermost open container."""
        if anchor:
            self.anchors[anchor] = node
        if not self.open:
            self.documents.append(node)
            return
        into = self.open[-1][0]
        into.size += node.size
        if into.size > MAX_NODES:
            self.refuse("too many values, counting aliases", node.line or 0, f"at most {MAX_NODES}")
        if isinstance(into, Seq):
            into.items.append(node)
            return
        key = self.waiting[-1]
        if key is None:
            if not isinstance(node, Leaf):
                self.refuse("a key that is not a word", node.line or 0, "keys are names")
            else:
                self.waiting[-1] = node
            return
        name = "null" if key.value is None else str(key.value)
        if name in into.entries:
            what = f"key '{name}' is written twice, first at line {into.key_lines[name]}"
            self.report.add(FileError(what, self.report.where(key.line), "keep one of them"))
        into.entries.setdefault(name, node)
        into.key_lines.setdefault(name, key.line)
        self.waiting[-1] = None

    def refuse(self, what: str, line: int, hint: str) -> None:
        raise FileError(f"the file has {what}", self.report.where(line), hint)
