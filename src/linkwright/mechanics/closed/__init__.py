"""Forces and masses of closed robots in free coordinates, one method per file."""
