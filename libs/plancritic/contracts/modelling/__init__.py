"""Making domain models of plain descriptions: what a description is, and the messages of a modelling run."""
