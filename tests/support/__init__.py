"""What the tests share, by topic; README.md is for writers of tests."""
