"""Candidates for action schemas: asked for, read, corrected, merged, kept."""
