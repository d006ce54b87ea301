"""The protocol as pure code: frames, positions, flow control, and the session state machine."""
