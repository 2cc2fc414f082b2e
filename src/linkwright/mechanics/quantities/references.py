"""Books and papers that several entries of the table of quantities cite, and the unit of a joint force."""

FEATHERSTONE = "Featherstone 2008"
KHALIL = "Khalil & Dombre 2002"
KLEINFINGER = "Khalil & Kleinfinger 1987"
MUELLER = "Mueller & Kumar 2021"
SICILIANO = "Siciliano et al. 2009"
PROJECTION = "Khalil & Dombre 2002, section 10.5"
FORCE = "N m | N"
