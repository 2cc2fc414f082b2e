"""Rust in single precision: f32."""

from __future__ import annotations

from dataclasses import replace

from linkwright.emit.languages.rust import RUST
from linkwright.emit.target import Real, shortest_single

RUST_SINGLE = replace(
    RUST,
    real=Real("f32", "_single", single=True, cast="({value}) as f32"),
    number=shortest_single,
    lanes=8,
)
