"""The tools that Linkwright is measured against, each behind the same door: a list of contestants per quantity."""
