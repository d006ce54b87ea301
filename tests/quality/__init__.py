"""Checks of the user interface: every screen in every state and at every size."""
