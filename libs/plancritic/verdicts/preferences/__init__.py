"""Constraints that are no musts: should and nice, the best choice of them and their price."""
