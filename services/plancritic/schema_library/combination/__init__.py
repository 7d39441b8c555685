"""Combinations of candidates, each decided exactly without a planner for each."""
