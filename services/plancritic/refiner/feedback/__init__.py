"""Feedback on a candidate domain: what its plans and those of the true domain say about each other."""
