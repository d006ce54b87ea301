"""The scripts of deploy/ for backups."""
