"""Budgets of the source, and who exceeds them.

python -m tests.support.budgets            the table of exceptions as it should be: reasons kept, new offenders without one

The old table is read for its reasons, so the new one takes its place afterwards:

python -m tests.support.budgets > budgets.toml && mv budgets.toml tests/budget_exceptions.toml
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path

from linkwright.cli.main import COMMANDS
from tests.support.source import MODULES, cycles, imports

FILE_LINES = 300
FUNCTION_LINES = 50
PARAMETERS = 6
TABLE = Path(__file__).resolve().parents[1] / "budget_exceptions.toml"
UNEXPLAINED = "to mend"


def long_files() -> dict[str, int]:
    """Module -> lines."""
    lines = {name: m.text.count("\n") for name, m in MODULES.items()}
    return {name: n for name, n in lines.items() if n > FILE_LINES}


def long_functions() -> dict[str, int]:
    """Function -> lines, decorators apart."""
    found: dict[str, int] = {}
    for module in MODULES.values():
        for name, node in module.functions():
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > FUNCTION_LINES:
                found[name] = lines
    return found


def many_parameters() -> dict[str, int]:
    """Function -> parameters, self apart. Commands of the shell have one per flag and do not count."""
    commands = {path.replace(":", ".") for path in COMMANDS.values()}
    found: dict[str, int] = {}
    for module in MODULES.values():
        for name, node in module.functions():
            given = node.args
            names = [a.arg for a in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
            count = (
                len(names) - (names[:1] in (["self"], ["cls"])) + (given.vararg is not None) + (given.kwarg is not None)
            )
            if count > PARAMETERS and name not in commands:
                found[name] = count
    return found


def _is_overload(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """A further signature of a function, which says what it does once, at its body."""
    return any(ast.unparse(decorator).endswith("overload") for decorator in node.decorator_list)


def undocumented() -> dict[str, int]:
    """Public functions of modules (no leading underscore in any part of the name) without a docstring -> line."""
    found: dict[str, int] = {}
    for module in MODULES.values():
        if any(part.startswith("_") for part in module.name.split(".")):
            continue
        for node in module.tree.body:
            function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not _is_overload(node)
            if function and not node.name.startswith("_") and ast.get_docstring(node) is None:
                found[f"{module.name}.{node.name}"] = node.lineno
    return found


def import_cycles() -> dict[str, int]:
    """Modules that need each other, in functions and by strings too, as one name -> how many."""
    groups = cycles({name: imports(module) for name, module in MODULES.items()})
    return {" ".join(group): len(group) for group in groups}


BUDGETS: Mapping[str, Callable[[], dict[str, int]]] = {
    "file_lines": long_files,
    "function_lines": long_functions,
    "parameters": many_parameters,
    "docstrings": undocumented,
    "import_cycles": import_cycles,
}


def exceptions() -> dict[str, dict[str, str]]:
    """Budget -> name -> reason."""
    listed = tomllib.loads(TABLE.read_text()) if TABLE.exists() else {}
    return {budget: listed.get(budget, {}) for budget in BUDGETS}


def main() -> None:
    allowed = exceptions()
    print("# Who may exceed a budget of tests/support/budgets.py, and why.")
    print("# Made by: python -m tests.support.budgets; reasons by hand.")
    for budget, find in BUDGETS.items():
        print(f"\n[{budget}]")
        for name, size in sorted(find().items()):
            print(f'"{name}" = "{allowed[budget].get(name, UNEXPLAINED)}"  # {size}')


if __name__ == "__main__":
    main()
