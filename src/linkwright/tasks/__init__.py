"""Work in pieces: named tasks, a journal that remembers their results, and the machines that do them. Knows no robots."""
