"""The problem of a run, its objects, its specifications and the bank of its plans."""
