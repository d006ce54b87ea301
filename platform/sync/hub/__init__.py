"""One hub per process: follows the log and delivers changes and ephemeral messages to connections."""
