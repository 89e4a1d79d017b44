"""The model-free extractor and the excerpts synthesizer."""
