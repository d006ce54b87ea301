"""The product's settings for a test run: a separate data folder, and cheap password hashes."""

import importlib
import os
from pathlib import Path

from tests.support.servers.distributed import distributed
from tests.support.servers.temporary_folders import temporary_folder

os.environ["DATA_DIR"] = str(temporary_folder("run"))
# Emptied, because the tests must not use the services and keys of the developer's environment.
NOT_INHERITED = (
    "PULSEBOARD_ENV",
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
os.environ.update(dict.fromkeys((*NOT_INHERITED, *STRIPE), ""))
# Bots have a key, but nothing listens at this URL: a test that needs answers starts the sandbox.
os.environ |= {"OPENAI_API_KEY": "sk-test", "OPENAI_BASE_URL": "http://127.0.0.1:9", "CHAT_EMBEDDINGS": "none"}
# No test connects to an external service, so a file with one certificate is enough. Each httpx client would take 22 ms
# to read the system's certificates.
os.environ["SSL_CERT_FILE"] = str(Path(__file__).with_name("unused_ca.pem"))
# Off because all requests come from one address; the tests of the limits switch them on.
os.environ["AUTH_RATE_LIMITS"] = "off"

# The same tests run on both databases: STORE=postgresql starts a real PostgreSQL and a real Redis.
if os.environ.get("STORE") == "postgresql":
    os.environ.update(distributed(Path(os.environ["DATA_DIR"])))

# Imported only here, because the product's settings read the environment at import.
_product = importlib.import_module("config.settings")
globals().update({name: value for name, value in vars(_product).items() if name.isupper()})

# The real parameters cost 0.1 s of CPU for each password.
ARGON2 = {"time_cost": 1, "memory_cost": 8, "parallelism": 1}
