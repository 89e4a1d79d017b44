"""The HTTP listener: one port for every door that speaks HTTP; health, about, client addresses, logs, limits and headers.

A door imports what it needs from the modules: `mounts.Mount`, `requests`, `bodies.read_json`, `address.window_key`, `about.about`.
"""
