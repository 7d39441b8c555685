"""Typed, versioned messages and the one table of subjects; imports nothing of plancritic."""
