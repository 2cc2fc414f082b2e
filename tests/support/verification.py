"""Internals that tests use: linkwright.verification. When one moves, this is the place to change."""

from __future__ import annotations

from linkwright.exact.rank import exact_rank
from linkwright.verification import Row, Verdict, toolchains, verify
from linkwright.verification.closed_law_context import ClosedLawContext, evaluated
from linkwright.verification.differences import directional_difference
from linkwright.verification.finding import Finding, gap
from linkwright.verification.julia_grammar import complaints
from linkwright.verification.julia_parser import parse
from linkwright.verification.julia_reader import argument_name
from linkwright.verification.julia_values import Node
from linkwright.verification.lagrangian_law_context import LagrangianLawContext
from linkwright.verification.law_context import LawContext, without_drives
from linkwright.verification.laws import LAWS, LAWS_OF_LOOPS, LAWS_OF_MANIFOLDS, Law, derivations, laws_of
from linkwright.verification.laws.mujoco_loops import constraint, held, mujoco
from linkwright.verification.pinocchio_model import build as build_peer
from linkwright.verification.pinocchio_model import read
from linkwright.verification.run import PEERS, judge, row
from linkwright.verification.scene import Scene, flat, minus
from linkwright.verification.states import rate_matrix, rates, sample, unit_groups
from linkwright.verification.suite import checks_for, default_frame
from linkwright.verification.suite.closed import checks_for as closed_checks_for
from linkwright.verification.suite.closed_expected import EXPECTED
from linkwright.verification.suite.expected import EXPECTED as expected_EXPECTED
from linkwright.verification.suite.numbers import in_numbers
from linkwright.verification.toolchains import Row as toolchains_Row
from linkwright.verification.toolchains import find, run, run_tests

__all__ = [
    "ClosedLawContext",
    "EXPECTED",
    "Finding",
    "LAWS",
    "LAWS_OF_LOOPS",
    "LAWS_OF_MANIFOLDS",
    "LagrangianLawContext",
    "Law",
    "LawContext",
    "Node",
    "PEERS",
    "Row",
    "Scene",
    "Verdict",
    "argument_name",
    "build_peer",
    "checks_for",
    "closed_checks_for",
    "complaints",
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
    "laws_of",
    "minus",
    "mujoco",
    "parse",
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
