"""`plancritic schema`: domain models from plain descriptions."""
