"""For plugin authors."""
