"""English for a domain: the sentences of a description taken apart, denied, and put together again with objects."""
