"""Clauses composed of conditions and frames."""
