"""What follows the search: what is still violated, and better plans."""
