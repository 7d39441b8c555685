"""The genetic algorithm over specifications ([EA] algorithms 1 and 2)."""
