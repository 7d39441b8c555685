"""Commands about plans that were made: shown, compared, and why each step is there."""
