"""How good an individual is: planned, proved and scored by the workers, and joined to a fitness."""
