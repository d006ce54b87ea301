"""The file storage of this installation."""
