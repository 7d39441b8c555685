"""Schemas: the corpus of described domains, tuning and calibration of the filter, baselines and evaluation."""
