"""The composition root: settings, doors, and everything that needs several rooms. Nobody imports it."""
