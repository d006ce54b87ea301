"""Pure parts of the clients app."""
