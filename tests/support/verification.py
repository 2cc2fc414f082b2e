"""Internals that tests use: linkwright.verification. When one moves, this is the place to change."""

from __future__ import annotations

from linkwright.exact.rank import exact_rank
from linkwright.verification import Row, Verdict, toolchains, verify
from linkwright.verification.context import law_context
from linkwright.verification.context.base import without_drives
from linkwright.verification.differences import directional_difference
from linkwright.verification.finding import Finding, gap
from linkwright.verification.laws import CLOSED, LAGRANGIAN, TREE, Law, derivations, laws_of
from linkwright.verification.laws import LAWS as _EVERY
from linkwright.verification.peers import PEERS
from linkwright.verification.peers.mujoco_loops import constraint, held, mujoco
from linkwright.verification.peers.pinocchio_model import build as build_peer
from linkwright.verification.peers.pinocchio_model import read
from linkwright.verification.run import judge, row
from linkwright.verification.scene import Scene, flat, minus
from linkwright.verification.states import evaluated, rate_matrix, rates, sample, unit_groups
from linkwright.verification.suite import checks_for
from linkwright.verification.suite.closed_expected import EXPECTED
from linkwright.verification.suite.expected import EXPECTED as expected_EXPECTED
from linkwright.verification.suite.numbers import in_numbers
from linkwright.verification.suite.robots import default_frame
from linkwright.verification.toolchains import Row as toolchains_Row
from linkwright.verification.toolchains import find, run, run_tests

__all__ = [
    "EXPECTED",
    "Finding",
    "LAWS",
    "LAWS_OF_LOOPS",
    "LAWS_OF_MANIFOLDS",
    "Law",
    "PEERS",
    "Row",
    "Scene",
    "Verdict",
    "build_peer",
    "checks_for",
    "constraint",
    "default_frame",
    "derivations",
    "directional_difference",
    "evaluated",
    "exact_rank",
    "expected_EXPECTED",
    "find",
    "flat",
    "gap",
    "held",
    "in_numbers",
    "judge",
    "law_context",
    "laws_of",
    "minus",
    "mujoco",
    "rate_matrix",
    "rates",
    "read",
    "row",
    "run",
    "run_tests",
    "sample",
    "toolchains",
    "toolchains_Row",
    "unit_groups",
    "verify",
    "without_drives",
]

LAWS, LAWS_OF_LOOPS, LAWS_OF_MANIFOLDS = (
    {law.number: law for law in _EVERY if kind[0] in law.of} for kind in (TREE, CLOSED, LAGRANGIAN)
)
