"""Full-text legs over the rules."""
