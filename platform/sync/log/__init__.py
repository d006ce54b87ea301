"""The change log: what is published, how changes are recorded, and how long they are kept."""
