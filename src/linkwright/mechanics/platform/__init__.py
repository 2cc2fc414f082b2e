"""Parallel robots: legs that carry a platform."""
