"""Website performance: scans, scores, the reasons for a changed score, and tasks to improve it."""
