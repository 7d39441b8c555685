"""Reading: the corpus of statements, training and evaluation of the network that the translator reads with."""
