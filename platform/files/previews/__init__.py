"""Small preview pictures of files."""
