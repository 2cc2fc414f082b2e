"""Books and papers that several entries of the table of quantities cite, and the unit of a joint force."""

from collections.abc import Mapping
from types import MappingProxyType

FEATHERSTONE = "Featherstone 2008"
KHALIL = "Khalil & Dombre 2002"
KLEINFINGER = "Khalil & Kleinfinger 1987"
MUELLER = "Mueller & Kumar 2021"
SICILIANO = "Siciliano et al. 2009"
PROJECTION = "Khalil & Dombre 2002, section 10.5"
PROJECTED: Mapping[str, str] = MappingProxyType({"reference": PROJECTION})
"""Of closed robots, where nothing else is said of them."""
FORCE = "N m | N"
