"""The version of this package: in a module of its own, so that what a build says of itself need not import the API."""

__version__ = "0.1.0"
