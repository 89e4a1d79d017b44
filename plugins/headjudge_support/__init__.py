"""A validator that holds each sentence of a verdict against what it quotes."""
