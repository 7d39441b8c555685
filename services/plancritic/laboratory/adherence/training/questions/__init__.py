"""What the scorer is asked about: constraints and their near misses, in words."""
