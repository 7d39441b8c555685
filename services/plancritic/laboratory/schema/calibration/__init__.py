"""Makes the calibrations of the filter from the corpus: what the service reads is written here."""
