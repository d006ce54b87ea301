"""The product's settings with cheap password hashes, for a server process."""

import importlib

_product = importlib.import_module("config.settings")
globals().update({name: value for name, value in vars(_product).items() if name.isupper()})

# The real parameters cost 0.1 s of CPU for each password.
ARGON2 = {"time_cost": 1, "memory_cost": 8, "parallelism": 1}
