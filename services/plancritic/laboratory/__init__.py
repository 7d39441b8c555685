"""The laboratory: what trains, evaluates, makes corpora and benchmarks. Nothing that serves imports it."""
