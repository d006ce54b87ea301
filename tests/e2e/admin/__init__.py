"""The admin dashboard in a real browser, and which users get its code."""
