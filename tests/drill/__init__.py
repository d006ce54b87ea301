"""`make drill`: a backup under writes, restored elsewhere and compared row by row, on each store."""
