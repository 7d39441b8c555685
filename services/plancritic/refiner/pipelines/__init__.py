"""Ways to search for a better domain: the published pipelines, and our own."""
