"""All tests and benchmarks except the unit tests of the app, which are beside its source files."""
