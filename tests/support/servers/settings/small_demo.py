"""The product's settings for a server process whose demo has one client, because creating all clients takes three more
seconds of a processor.
"""

import importlib

from demo.stories import STORIES

_product = importlib.import_module("config.settings")
globals().update({name: value for name, value in vars(_product).items() if name.isupper()})
del STORIES.clients[1:]
