"""Storage backends of files: a folder on this machine, or an S3 bucket."""
