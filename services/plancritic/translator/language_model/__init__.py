"""Readings by a language model, parsed and repaired."""
