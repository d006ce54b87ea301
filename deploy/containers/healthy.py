"""Exits with 0 if a URL responds with 200 within 3 s: the health checks of deploy/compose.yml."""

import sys
from urllib.error import URLError
from urllib.request import urlopen

try:
    with urlopen(sys.argv[1], timeout=3):
        sys.exit(0)
except (URLError, OSError) as error:
    sys.exit(str(error))
