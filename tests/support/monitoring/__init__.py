"""The queries of deploy/monitoring, as Prometheus parses them."""
