"""A closed mechanism in numbers: how it assembles, how it may move, which coordinates are free. What others import
is in mobility_study.py (for people), cutting.py (for derivations) and solving.py (for closed positions)."""
