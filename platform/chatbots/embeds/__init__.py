"""The embed code of a client's chatbot, and the sandboxed page that runs it."""
