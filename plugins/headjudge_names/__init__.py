"""Names: aliases, printed names, short names, near spellings, and names in running text."""
