"""Real browsers: devices, tabs, screens and accessibility checks."""
