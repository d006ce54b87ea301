"""What measurements share: servers, load generators, counters and results."""
