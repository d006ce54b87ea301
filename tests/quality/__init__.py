"""The product as a demanding person meets it: every screen, in every state, at every size."""
