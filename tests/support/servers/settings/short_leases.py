"""The product's settings with a lease of 20 s for quick effects, for a server process.

Otherwise a test in which a process is killed would wait for two minutes until another process repeats its effect.
"""

import importlib
from datetime import timedelta

from sync.effects.reactions import QUICK

_product = importlib.import_module("config.settings")
globals().update({name: value for name, value in vars(_product).items() if name.isupper()})

# The field is frozen because no lease changes in the product. The reactions already have this queue, and one with another
# lease would be another queue. No app is loaded yet, so no set has the queue under its old hash.
object.__setattr__(QUICK, "lease", timedelta(seconds=20))
