"""Eight domains in words and as PDDL, with generators of solvable problems: what a refiner is measured on."""

from plancritic.refiner.benchmark.benchmark import BenchmarkDomain, benchmark_domains

__all__ = ["BenchmarkDomain", "benchmark_domains"]
