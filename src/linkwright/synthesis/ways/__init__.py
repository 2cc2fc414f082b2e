"""How candidates move: one file per way of finding a structure's positions along a path."""
