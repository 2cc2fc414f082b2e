"""The front end's lock file: complete for every platform, exact, and of no registry in particular."""

from __future__ import annotations

import json
from typing import Any

from tests.support.source import ROOT

LOCK: dict[str, dict[str, Any]] = json.loads((ROOT / "studio" / "package-lock.json").read_text())["packages"]
PACKAGE: dict[str, dict[str, str]] = json.loads((ROOT / "studio" / "package.json").read_text())


def test_every_package_that_one_needs_is_locked() -> None:
    """`npm ci` refuses a lock without the binaries of other platforms, which a registry with few of them makes."""
    known = {path.rpartition("node_modules/")[2] for path in LOCK}
    kinds = ("dependencies", "optionalDependencies")
    missing = {name for x in LOCK.values() for kind in kinds for name in x.get(kind, {}) if name not in known}
    assert not missing


def test_versions_are_exact_and_no_host_is_named() -> None:
    asked = {**PACKAGE["dependencies"], **PACKAGE["devDependencies"]}
    assert all(version[0].isdigit() for version in asked.values())
    assert {name: LOCK[f"node_modules/{name}"]["version"] for name in asked} == asked
    assert not any("resolved" in x for x in LOCK.values())
