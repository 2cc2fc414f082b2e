"""Generated files that are compared byte for byte; what is a test among them runs where it is built, in tests/emit."""

collect_ignore_glob = ["*"]
