"""The web page on which players ask, and the pages on which the rules can be read."""
