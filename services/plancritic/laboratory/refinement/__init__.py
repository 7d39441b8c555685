"""Refinement: the benchmark that the refiner is measured on, domains to start from, and the evaluation."""
