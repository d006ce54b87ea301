"""The analytics room: what clients have connected at Google, and the figures that are read there."""
