"""Domains in words and as PDDL, eight published and four unseen, and generators: what a refiner is measured on."""

from plancritic.laboratory.refinement.benchmark.benchmark import (
    DOMAIN_GROUPS,
    BenchmarkDomain,
    DomainGroup,
    benchmark_domains,
)

__all__ = ["DOMAIN_GROUPS", "BenchmarkDomain", "DomainGroup", "benchmark_domains"]
