"""Tuning of the encoder that the semantic filter uses (needs torch)."""
