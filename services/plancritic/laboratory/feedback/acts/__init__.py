"""Fits the model of acts to labelled turns, and measures it on writers that it has not seen."""
