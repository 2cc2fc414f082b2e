"""Legs in lanes: what a function does alike for several legs, done once for all of them (decision 22)."""
