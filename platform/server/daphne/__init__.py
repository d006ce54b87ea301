"""Daphne as this product runs it: its start and end, sockets, and the pace of bodies.

Code that changes a library's behaviour names the upstream issue, if there is one. For each change,
`tests/unit/server/test_upstream_http.py` or `test_upstream_sockets.py` has a test of the library's own behaviour, which
fails after an upgrade with which the change may go.
"""
