"""How well a model judges the examples of a data set (needs no torch)."""
