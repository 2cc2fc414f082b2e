"""Internals that tests use: linkwright.passes. When one moves, this is the place to change."""

from __future__ import annotations

from linkwright.exact.equality import equal as certificate
from linkwright.passes import optimise
from linkwright.passes.cost import GOALS, cost
from linkwright.passes.divisors import MAX_PAIRS, Divisors
from linkwright.passes.expand import expand
from linkwright.passes.extract import extract
from linkwright.passes.fold import folded
from linkwright.passes.identities import Identities
from linkwright.passes.kernel import Instr, Kernel, Packing
from linkwright.passes.lanes.choose import with_lanes
from linkwright.passes.lanes.vectors import vectorised
from linkwright.passes.lower import Tape, lower
from linkwright.passes.network import Network
from linkwright.passes.order import LEAVES, WAYS, best_order, hoisted, live_counts, reloads
from linkwright.passes.packed import packed
from linkwright.passes.precision import in_single
from linkwright.passes.read import to_network
from linkwright.passes.regroup import Regroup
from linkwright.passes.repeat import repeated
from linkwright.passes.rounding import PROPAGATED, bounds, nearest_float
from linkwright.passes.scale import scale
from linkwright.passes.schedule import ORDERS, schedule
from linkwright.passes.search import STEPS, search
from linkwright.passes.table import QUICK, SLOW, Pass, once
from linkwright.passes.trial import STEP_WORK, Trial
from linkwright.passes.units import SINK, SOURCE, Room, smallest_cut, units
from linkwright.passes.write import to_function

__all__ = [
    "PROPAGATED",
    "bounds",
    "nearest_float",
    "in_single",
    "GOALS",
    "MAX_PAIRS",
    "Divisors",
    "Identities",
    "Instr",
    "Kernel",
    "LEAVES",
    "Network",
    "ORDERS",
    "Packing",
    "Pass",
    "QUICK",
    "Regroup",
    "SLOW",
    "STEPS",
    "STEP_WORK",
    "SINK",
    "SOURCE",
    "Room",
    "Trial",
    "smallest_cut",
    "Tape",
    "WAYS",
    "best_order",
    "certificate",
    "cost",
    "expand",
    "extract",
    "folded",
    "hoisted",
    "live_counts",
    "lower",
    "once",
    "optimise",
    "packed",
    "reloads",
    "repeated",
    "scale",
    "schedule",
    "search",
    "to_function",
    "to_network",
    "units",
    "vectorised",
    "with_lanes",
]
