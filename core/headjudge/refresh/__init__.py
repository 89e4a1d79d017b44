"""Loading the corpora."""
