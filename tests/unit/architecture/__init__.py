"""The architecture checks, each shown to catch a planted breach."""
