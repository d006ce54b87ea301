"""Every screen in every state, by topic."""
