"""The studio: a page in the browser to build a mechanism, watch it move, read its equations and take its code.

desk/   what the page asks, as plain functions: document and options in, data out; no web framework, so that Pyodide runs it
server/ the same over HTTP, on this machine only, with a token; files on disk, meshes, progress
page/   the built front end; its sources are in `studio/` of the repository
"""
