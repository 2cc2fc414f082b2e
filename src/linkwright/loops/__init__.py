"""Closed chains: closure equations, elimination, projection, parallel robots. Robot -> Function, in free coordinates."""
