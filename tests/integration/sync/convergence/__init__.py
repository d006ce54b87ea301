"""Every replica equals what a first load gives, and no change leaks."""
