"""Tests of the clients app: rows, admins, attention and view-as-client."""
