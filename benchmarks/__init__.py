"""Side by side with peers, ratios in one run. Never part of the tests."""
