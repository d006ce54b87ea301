"""The change log: sequence numbers, cursors, retention and withdrawn rows."""
