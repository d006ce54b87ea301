"""The product's settings for a test run: a data folder of its own, and passwords that cost little."""

import importlib
import os
from pathlib import Path

from tests.support.servers.distributed import distributed
from tests.support.servers.temporary_folders import kept_folder

os.environ["DATA_DIR"] = str(kept_folder("run"))
# Whatever the environment of whoever starts the tests names, they must not touch it.
NOT_THEIRS = (
    "DATABASE_URL",
    "REDIS_URL",
    "SECRET_KEY",
    "SECRET_KEY_FORMER",
    "AUTH_SIGNING_JWK_FILE",
    "VAPID_JWK_FILE",
    "EMAIL_URL",
    "AUTH_PWNED_URL",
)
STRIPE = ("STRIPE_API", "STRIPE_JS", "STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET")
os.environ.update(dict.fromkeys((*NOT_THEIRS, *STRIPE), ""))
# Bots have a key and nobody to ask: who needs answers starts a stand-in.
os.environ |= {"OPENAI_API_KEY": "sk-test", "OPENAI_BASE_URL": "http://127.0.0.1:9", "CHAT_EMBEDDINGS": "none"}
# Nobody out there is asked, so nobody has to be believed: each client of httpx would read all certificates, 22 ms.
os.environ["SSL_CERT_FILE"] = str(Path(__file__).with_name("unused_ca.pem"))
# Everybody here comes from one address; the tests of the limits switch them on.
os.environ["AUTH_RATE_LIMITS"] = "off"

# The same files run on both stores: STORE=postgresql brings a real PostgreSQL and a real Redis.
if os.environ.get("STORE") == "postgresql":
    os.environ.update(distributed(Path(os.environ["DATA_DIR"])))

# Read only now, because the product's settings look at DATA_DIR when they are imported.
_product = importlib.import_module("config.settings")
globals().update({name: value for name, value in vars(_product).items() if name.isupper()})

# The real cost is 0.1 s of CPU for each password.
ARGON2 = {"time_cost": 1, "memory_cost": 8, "parallelism": 1}
