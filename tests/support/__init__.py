"""What tests share: the package's own source as data, and (one file per folder of the package) the internals that tests use."""
