"""Mailed codes and links, and their redirects."""
