"""Pictures: trees, sketches of mechanisms in a pose, Lagrangians."""
