"""The contract of layers in pyproject.toml, for imports that import-linter does not see: those by a string."""

from __future__ import annotations

import tomllib

from tests.support.source import ROOT


def read_layers() -> list[set[str]]:
    """Folders and modules of the package, highest layer first; those of one layer do not know each other."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    contract = next(c for c in settings["contracts"] if c["type"] == "layers")
    return [{name.strip() for name in layer.replace(":", "|").split("|")} for layer in contract["layers"]]


def layer_of(module: str, layers: list[set[str]]) -> int | None:
    """The layer of "linkwright.a.b": that of a; None for the package itself, which stands above all."""
    _, _, inside = module.partition(".")
    top = inside.partition(".")[0]
    if not top:
        return None
    return next((n for n, names in enumerate(layers) if top in names), -1)


def breaches(edges: dict[str, set[str]], layers: list[set[str]]) -> list[str]:
    """Imports that go up, or sideways to another member of a layer; and modules that no layer has."""
    found: list[str] = []
    for module, others in edges.items():
        own = layer_of(module, layers)
        if own == -1:
            found.append(f"{module} is in no layer")
        for other in others:
            theirs = layer_of(other, layers)
            same_top = module.split(".")[1:2] == other.split(".")[1:2]
            if own is None or theirs is None or same_top:
                continue
            if theirs <= own:
                found.append(f"{module} -> {other}")
    return sorted(found)
