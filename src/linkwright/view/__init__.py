"""A mechanism and its motion as one page that turns: no server, no other file."""

DOCUMENT = "document"
"""The name by which a document's text is known where places are told: document:12."""
