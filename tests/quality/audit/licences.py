"""Which licences of packages allow what the product does: run by a provider and shipped as source and as an app."""

import re
from collections.abc import Iterable

from tests.quality.audit.inventory import Package

# Words of a licence text that name a permissive licence, or one that binds only changes of the package itself.
ALLOWED = re.compile(
    r"\b(MIT|BSD|Apache|ISC|MPL|Mozilla Public|LGPL|PSF|Python Software|Unlicense|0BSD|CC0|BlueOak|Zlib|ZPL|Zope"
    r"|TCL|CC-BY|HPND|CMU)",
    re.IGNORECASE,
)
FORBIDDEN = re.compile(r"\b(?<!L)(GPL|AGPL|SSPL|BUSL|Commons Clause|NonCommercial|Proprietary)", re.IGNORECASE)
# Packages whose metadata states nothing, with the licence in their source.
REVIEWED = {
    "npm/combine-errors": "MIT",
    "pypi/httpx2-jsfetch": "BSD-3-Clause",
    "pypi/huey": "MIT",
    "pypi/pyreadline3": "BSD-3-Clause",
    "pypi/tzdata": "Apache-2.0",
    "pypi/u-msgpack-python": "MIT",
}


def not_allowed(shipped: Iterable[Package]) -> list[str]:
    """One line for each package whose licence nobody has allowed."""
    lines = []
    for one in shipped:
        licence = one.licence or REVIEWED.get(f"{one.ecosystem}/{one.name}", "")
        if not ALLOWED.search(licence) or FORBIDDEN.search(licence):
            lines.append(f"{one.ecosystem} {one.name} {one.version}: {licence or 'states no licence'}")
    return lines
