"""Identity providers: Google, a company's own provider, ID tokens, and linking."""
