"""The parts of the mutations that run no test."""
