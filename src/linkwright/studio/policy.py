"""What the page may load: its own files, nothing from elsewhere."""

from __future__ import annotations

POLICY = (
    "default-src 'none'; script-src 'self' blob:; worker-src 'self' blob:; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; media-src 'self' blob:; connect-src 'self' blob: data:; "
    "base-uri 'none'; form-action 'none'"
)
"""Styles in elements are those of React, three and CodeMirror; scripts come from files only. blob: holds the generated program
of the mechanism."""
STATIC_POLICY = POLICY.replace("script-src 'self' blob:", "script-src 'self' blob: 'wasm-unsafe-eval'")
"""Of the page without a server: Python comes as WebAssembly."""
