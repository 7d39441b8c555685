"""Other networks beside ours: trained on the same data, compared in one table."""
