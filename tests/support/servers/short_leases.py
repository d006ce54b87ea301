"""The product's settings with a lease of 20 s for quick effects, for a server process.

Otherwise a test in which a process is killed would wait for two minutes until another process repeats its effect.
"""

import importlib
from datetime import timedelta

from sync.effects.reactions import QUICK

_product = importlib.import_module("config.settings")
globals().update({name: value for name, value in vars(_product).items() if name.isupper()})

# The reactions have this queue already, so another object would be another queue.
object.__setattr__(QUICK, "lease", timedelta(seconds=20))
