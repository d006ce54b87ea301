"""The composition root: settings, API, and everything that needs several apps. No other package imports it."""
