"""The extractor and the synthesizer that ask a language model."""
