"""Candidate meanings composed of what a statement names, whatever its sentences look like: plans tell them apart."""
