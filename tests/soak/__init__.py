"""A day of 500 clients, in half an hour, through a real proxy: `python -m tests.soak`."""
