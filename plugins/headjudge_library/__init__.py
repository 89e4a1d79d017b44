"""Legs that need no index on disk: concepts, category, keywords of the cards, rulings, glossary, notes, prior calls."""
