"""Algebra only: the op table, the hash-consed graph, calculus, Function."""
