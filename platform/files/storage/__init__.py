"""Where the bytes of files are stored: a folder of this machine, or an S3 bucket."""
