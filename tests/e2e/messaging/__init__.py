"""Messages, files, presence and push between users on real devices."""
