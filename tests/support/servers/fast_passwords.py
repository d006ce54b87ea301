"""The product's settings as they are, for a served product in which a password costs next to nothing."""

import importlib

_product = importlib.import_module("config.settings")
globals().update({name: value for name, value in vars(_product).items() if name.isupper()})

# The real cost is 0.1 s of CPU for each password.
ARGON2 = {"time_cost": 1, "memory_cost": 8, "parallelism": 1}
