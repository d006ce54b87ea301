"""Website performance: scans, scores, why a score moved, and what to do about it."""
