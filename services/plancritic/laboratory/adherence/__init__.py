"""Adherence: training and evaluation of the networks that the scorer serves."""
