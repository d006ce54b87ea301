"""OpenID Connect redirects, the redirect allow-list, and the page behind a link in an email."""
