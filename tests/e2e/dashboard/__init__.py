"""A client's dashboard: figures, reports, connections, scans and printing."""
