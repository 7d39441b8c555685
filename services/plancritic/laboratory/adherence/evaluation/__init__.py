"""`plancritic evaluate scorer`: how well a model judges, held against the bars."""
