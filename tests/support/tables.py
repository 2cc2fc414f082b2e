"""docs/make_tables.py, which is no part of a package, as a module."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType


def make_tables() -> ModuleType:
    path = Path(__file__).resolve().parents[2] / "docs" / "make_tables.py"
    spec = importlib.util.spec_from_file_location("make_tables", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
