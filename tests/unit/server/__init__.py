"""Pure parts of the server: headers, log lines, requests and sockets."""
