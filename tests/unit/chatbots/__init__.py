"""Pure parts of the chatbots app, and its developer docs."""
