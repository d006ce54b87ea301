"""What the files of deploy/monitoring ask Prometheus."""
