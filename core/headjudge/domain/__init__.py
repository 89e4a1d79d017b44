"""The nouns of the field as frozen values: no input or output, no vendor, no clock."""
