"""The corpus of people's own words: meanings, the sheets that writers see, second labels, and their agreement."""
