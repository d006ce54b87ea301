"""Stand-ins for the outside world, for DEMO=1: they speak the providers' own protocols, on this machine alone."""
