"""Verdicts and plans that are known already: a cache, an archive, and the stores they live in."""
