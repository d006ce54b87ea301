"""Cards and their payments: methods, payment and setup intents, 3-D Secure."""
