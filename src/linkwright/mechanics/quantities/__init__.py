"""The tables of quantities: what can be derived, by which methods, with its equation and reference."""
