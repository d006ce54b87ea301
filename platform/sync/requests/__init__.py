"""HTTP requests: authentication, rate limits, error responses, cancellation."""
