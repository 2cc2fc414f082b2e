"""The package's source as data: its modules, what each imports, early, in functions or by a string."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "linkwright"
TARGET = re.compile(r"(linkwright(?:\.\w+)*):(\w+)")
"""A path as `linkwright.lazy` takes it."""


@dataclass(frozen=True)
class Module:
    """One file of the package under its dotted name."""

    name: str
    path: Path

    @cached_property
    def text(self) -> str:
        return self.path.read_text()

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @property
    def is_package(self) -> bool:
        return self.path.name == "__init__.py"

    @cached_property
    def targets(self) -> list[str]:
        """Every string of the form "linkwright.a.b:name"."""
        strings = (n.value for n in ast.walk(self.tree) if isinstance(n, ast.Constant) and isinstance(n.value, str))
        return [text for text in strings if TARGET.fullmatch(text)]

    def functions(self) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
        """Every function with its name: "module.Class.method", "module.outer.inner"."""
        yield from _functions(self.tree, self.name)


def _functions(node: ast.AST, where: str) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    for child in ast.iter_child_nodes(node):
        named = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        inside = f"{where}.{child.name}" if named else where
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield inside, child
        yield from _functions(child, inside)


def read_modules() -> dict[str, Module]:
    """All modules of the package by name. A folder that is no package holds text for generated code."""
    found: dict[str, Module] = {}
    for path in sorted(p for p in PACKAGE.rglob("*.py") if (p.parent / "__init__.py").exists()):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = Module(name, path)
    return found


MODULES: Mapping[str, Module] = read_modules()


def imports(module: Module, strings: bool = True) -> set[str]:
    """Modules of the package that one imports anywhere, but where only a type checker looks; `strings`: also by a path."""
    found: set[str] = set()
    for node in _executed(module.tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = _base(module, node)
            found |= {_module_of(f"{base}.{alias.name}") for alias in node.names}
    if strings:
        found |= {path.partition(":")[0] for path in module.targets}
    return {name for name in found if name in MODULES and name != module.name}


def _executed(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those under `if TYPE_CHECKING:`."""
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            for other in child.orelse:
                yield other
                yield from _executed(other)
            continue
        yield child
        yield from _executed(child)


def _base(module: Module, node: ast.ImportFrom) -> str:
    """The module that `from ... import` names, also where it says it with dots."""
    if not node.level:
        return node.module or ""
    up = node.level - 1 if module.is_package else node.level
    parts = module.name.split(".")
    return ".".join([*parts[: len(parts) - up], *([node.module] if node.module else [])])


def _module_of(name: str) -> str:
    """ "a.b.c" where that is a module, else the module "a.b" whose name c is."""
    return name if name in MODULES else name.rpartition(".")[0]


def cycles(edges: Mapping[str, set[str]]) -> list[list[str]]:
    """Groups of modules that need each other (strongly connected, two or more), each sorted."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(start: str) -> None:
        work = [(start, iter(sorted(edges[start])))]
        number[start] = low[start] = len(number)
        stack.append(start)
        while work:
            node, following = work[-1]
            for other in following:
                if other not in number:
                    number[other] = low[other] = len(number)
                    stack.append(other)
                    work.append((other, iter(sorted(edges[other]))))
                    break
                if other in stack:
                    low[node] = min(low[node], number[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    at = stack.index(node)
                    group = sorted(stack[at:])
                    del stack[at:]
                    if len(group) > 1:
                        found.append(group)

    for name in edges:
        if name not in number:
            visit(name)
    return sorted(found)
