"""Vector legs over the rules."""
