"""The seed of a test that chooses random points of time or random faults."""

import os
import random


def seeded(default: int) -> int:
    """`default` plus the number in the environment variable FAULT_SEED, so that the cases of a test stay different.

    FAULT_SEED is printed, so a failed test shows it. `make thorough` and `make soak` set a new one.
    """
    added = int(os.environ.get("FAULT_SEED", "0"))
    print(f"FAULT_SEED={added}")
    return default + added


def seeded_random(default: int) -> random.Random:
    """A generator with this seed."""
    return random.Random(seeded(default))
