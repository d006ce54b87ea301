"""The licences that packages may have, because a provider runs the product, and it ships as source and as an app."""

import re
from collections.abc import Iterable

from tests.quality.audit.inventory import Package

# Words that name a permissive licence, or a licence with conditions only for changes of the package itself.
ALLOWED = re.compile(
    r"\b(MIT|BSD|Apache|ISC|MPL|Mozilla Public|LGPL|PSF|Python Software|Unlicense|0BSD|CC0|BlueOak|Zlib|ZPL|Zope"
    r"|TCL|CC-BY|HPND|CMU)",
    re.IGNORECASE,
)
FORBIDDEN = re.compile(r"\b(?<!L)(GPL|AGPL|SSPL|BUSL|Commons Clause|NonCommercial|Proprietary)", re.IGNORECASE)
# Packages whose metadata states no licence, with the licence that their source states.
REVIEWED = {
    "npm/combine-errors": "MIT",
    "pypi/httpx2-jsfetch": "BSD-3-Clause",
    "pypi/huey": "MIT",
    "pypi/pyreadline3": "BSD-3-Clause",
    "pypi/tzdata": "Apache-2.0",
    "pypi/u-msgpack-python": "MIT",
}


def not_allowed(shipped: Iterable[Package]) -> list[str]:
    """One line for each package whose licence is not in ALLOWED."""
    lines = []
    for package in shipped:
        licence = package.licence or REVIEWED.get(f"{package.ecosystem}/{package.name}", "")
        if not ALLOWED.search(licence) or FORBIDDEN.search(licence):
            lines.append(f"{package.ecosystem} {package.name} {package.version}: {licence or 'states no licence'}")
    return lines
