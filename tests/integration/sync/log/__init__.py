"""The change log: numbers, cursors, retention and withdrawn rows."""
