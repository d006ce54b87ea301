"""What the tests share: running servers, planted trees, checks of the walls."""
