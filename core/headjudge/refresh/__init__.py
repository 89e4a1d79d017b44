"""Loading the corpora: new editions beside the old, then one short switch."""
