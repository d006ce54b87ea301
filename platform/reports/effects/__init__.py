"""What runs after a commit: the posters of videos."""
