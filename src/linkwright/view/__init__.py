"""A mechanism and its motion as one page that turns: no server, no other file."""
