"""One module a planner, or a family of them."""
