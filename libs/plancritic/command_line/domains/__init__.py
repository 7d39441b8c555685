"""`plancritic domain`: a domain's folder listed, checked, made and published."""
