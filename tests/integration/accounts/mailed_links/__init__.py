"""Codes and links that are mailed, and where they lead."""
