"""`plancritic evaluate reader`: how often the reader means what a writer meant."""
