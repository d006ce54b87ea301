"""What runs after a commit: the drawing of previews."""
