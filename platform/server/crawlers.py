"""`robots.txt` and `sitemap.xml` for search engines, generated from the path table."""

from django.conf import settings

from server.paths import PUBLIC, SCREENS


def robots() -> str:
    """`robots.txt`: allows everything but the app's screens, which need a sign-in."""
    disallowed = "".join(f"Disallow: {screen}\n" for screen in SCREENS)
    return f"User-agent: *\n{disallowed}\nSitemap: {settings.SITE_URL}/sitemap.xml\n"


def sitemap() -> str:
    """`sitemap.xml`: the public pages. SITE_URL needs no escaping, because it has no XML characters."""
    listed = "".join(f"<url><loc>{settings.SITE_URL}{path}</loc></url>\n" for path in PUBLIC)
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    return f"{head}{listed}</urlset>\n"
