"""Exact arithmetic in prime fields: ranks, and whether expressions are the same function."""
