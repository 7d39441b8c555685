"""What comes after a deviation: a plan for the rest, and the statements that it cannot meet any more."""
