"""The product's settings with one more app, the one in this folder."""

import importlib

_product = importlib.import_module("config.settings")
globals().update({name: value for name, value in vars(_product).items() if name.isupper()})

INSTALLED_APPS = [*_product.INSTALLED_APPS, "tests.support.servers.posting_worker"]
