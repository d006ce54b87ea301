"""What attackers must not learn or reach through `/auth/v1`."""
