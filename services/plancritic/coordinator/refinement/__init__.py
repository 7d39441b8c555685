"""What follows the search: other readings, guesses, and what is still violated."""
