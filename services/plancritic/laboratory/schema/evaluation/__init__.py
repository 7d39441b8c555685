"""What the schema library promises, measured: recordings, reference domains, scale, seeded faults, coverage."""
