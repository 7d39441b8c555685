"""The learned reader: readings of a statement from two networks that serve all domains."""
