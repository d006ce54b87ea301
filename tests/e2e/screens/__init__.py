"""What every screen must hold: accessibility, load errors, unknown values; and the public site."""
