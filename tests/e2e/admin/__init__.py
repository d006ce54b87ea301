"""The admin dashboard in a real browser, and who gets its code."""
