"""Requirements of every screen: accessibility, load errors, unknown values; and the public site."""
