"""Previews of files, and the sizes of pictures."""
