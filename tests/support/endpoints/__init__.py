"""One request and one access rule for every endpoint."""
