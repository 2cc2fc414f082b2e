"""Laws of mechanics: from a robot and the name of a quantity to a Function.

quantities/  what can be derived: one table             tree/      trees: one law per file
closure/     how loops close, as expressions            closed/    forces and masses in free coordinates
platform/    parallel robots: legs and the platform they carry
"""
