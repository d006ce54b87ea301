"""Daphne as this product runs it: start and stop, sockets, and limits of requests and responses.

Code that changes a library's behaviour names the upstream issue, if there is one. For each change,
`tests/unit/server/test_upstream_http.py` or `test_upstream_sockets.py` has a test of the library's own behaviour. It
fails after an upgrade that makes the change unnecessary.
"""
