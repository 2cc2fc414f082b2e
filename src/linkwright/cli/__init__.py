"""The only room that knows a terminal, a disk and a clock: the command line, reports, simulation."""
