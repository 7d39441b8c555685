"""`plancritic evaluate refiner`: table 1 of [FS], for the published pipelines and our own."""
