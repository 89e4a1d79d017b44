"""Language models and embedders of any provider, through litellm."""
