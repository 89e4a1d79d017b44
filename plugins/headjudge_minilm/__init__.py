"""The embedder all-MiniLM-L6-v2, with numpy alone."""
