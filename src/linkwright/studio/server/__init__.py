"""The studio over HTTP, for the person at this machine: loopback only, with a token.

serve.py   the command's work: a socket, the URL, the browser, the loop
app.py     the routes
guard.py   who may ask: Host, Origin, token; what the page may load
bodies.py  requests' bodies, bounded; what is wrong with one, in words
pages.py   files of the built page
"""
