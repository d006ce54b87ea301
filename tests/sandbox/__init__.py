"""The sandbox as its own: what it plays, by the protocols of those it stands in for; the product has no part in it."""
