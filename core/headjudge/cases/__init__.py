"""Sessions of outside agents, which do the model's work step by step."""
