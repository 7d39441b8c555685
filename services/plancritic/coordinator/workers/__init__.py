"""The other services as a run sees them."""
