"""Pure parts of the benchmarks."""
