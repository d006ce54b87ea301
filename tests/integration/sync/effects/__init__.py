"""Effects: work that is stored with a change and done after its commit."""
