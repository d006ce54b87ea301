"""The seed of a test that chooses random points of time or random faults."""

import os
import random


def seeded(default: int) -> int:
    """The seed in the environment variable FAULT_SEED, or `default`. It is printed, so a failed test shows it."""
    seed = int(os.environ.get("FAULT_SEED", default))
    print(f"FAULT_SEED={seed}")
    return seed


def seeded_random(default: int) -> random.Random:
    """A generator with this seed."""
    return random.Random(seeded(default))
