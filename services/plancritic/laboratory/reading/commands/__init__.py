"""The commands of the corpus and of the reader's training."""
