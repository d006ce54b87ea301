"""Sign-in for tests: the client of `/auth/v1`, mailed codes, providers and second factors."""
