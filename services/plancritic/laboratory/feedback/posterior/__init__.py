"""The posterior over readings: what its candidates are worth, its weights and thresholds fitted to rows."""
