"""The web server: Daphne, request limits, headers, static files, logs and metrics."""
