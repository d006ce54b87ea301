"""Weekly reports, and the video on each client's home screen."""
