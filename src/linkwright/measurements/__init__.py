"""Measurements: tables of numbers from files, recordings of a machine, smoothing, and what is wrong with them.

Nothing here knows a robot: names, counts and limits come in as plain texts and arrays.
"""
