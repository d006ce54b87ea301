"""An app that only tests install: an effect that sends a message, run by the product's worker."""
