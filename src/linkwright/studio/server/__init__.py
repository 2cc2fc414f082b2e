"""The studio over HTTP, for the person at this machine: loopback only, with a token.

serve.py          the command's work: a socket, the URL, the browser, the loop
app.py            the routes
guard.py          who may ask: Host, Origin, token; what the page may load
desk_route.py     requests of the desk; kept.py: answers that were given
pool.py           workers and jobs (process.py, job.py, frames.py); worker.py: the other side
document_route.py the file on disk (document_file.py, opening.py), and events about it (events.py)
mesh_route.py     meshes beside the file
pages.py          files of the built page
bodies.py         requests' bodies, bounded; replies.py: answers and refusals
"""
