"""The HTTP API: questions, their progress as a stream, look-ups that call no model, and the document that describes all of it."""
