"""The redirect allow-list, and the values of a sign-in at an OpenID Connect provider."""
