"""The steps between a question and a draft: read, resolve, retrieve, fuse, pack."""
