"""Settings of a process: its ports and data folder, and what it logs and measures."""

from environment.setting import Group
from environment.values import PORTS, choice, folder, number, optional, secret, switch

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")

GROUP = Group("The server")
DATA_DIR = GROUP.setting(
    "DATA_DIR",
    optional(folder),
    "The folder with everything that the server stores. It belongs to the server's user and to nobody else.",
    unit="path",
    default_text="the folder `data` beside the code",
    example="/var/lib/pulseboard",
    is_chosen=True,
)
PORT = GROUP.setting(
    "PORT",
    number(PORTS[0], PORTS[-1]),
    "The port of this machine at which the server listens. The proxy in front of it connects there.",
    default="8000",
    unit="TCP port",
    example="8000",
)
DEMO = GROUP.setting(
    "DEMO",
    switch,
    "Whether to create demo data and local fakes of providers. Everybody knows the passwords of a demo.",
    default="0",
    unit="0 or 1",
    example="0",
)
SANDBOX_PORT = GROUP.setting(
    "SANDBOX_PORT",
    number(PORTS[0], PORTS[-1]),
    "The port of the fake providers of a demo.",
    default_text="PORT + 1",
    unit="TCP port",
    example="8001",
)
LOG_LEVEL = GROUP.setting(
    "LOG_LEVEL",
    choice(LEVELS),
    "The least important lines that the log contains. INFO adds a line for each request. The log is JSON lines on"
    " standard error.",
    default="WARNING",
    unit="DEBUG, INFO, WARNING or ERROR",
    example="INFO",
)
METRICS_TOKEN = GROUP.setting(
    "METRICS_TOKEN",
    optional(secret),
    "The token that may read /metrics (Prometheus). Without it that page does not exist.",
    unit="at least 16 characters",
    example="...",
    is_secret=True,
)
METRICS_DIR = GROUP.setting(
    "METRICS_DIR",
    optional(folder),
    "A folder in which several processes of one machine share their metrics, so that each reports those of all.",
    unit="path",
    example="/run/pulseboard/metrics",
)
SOCKETS_PER_USER = GROUP.setting(
    "SOCKETS_PER_USER",
    number(1, 1_000_000),
    "The maximum number of connections of one user to one process.",
    default="50",
    unit="connections",
    example="50",
)
