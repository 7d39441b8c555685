"""The addresses: each turns a request into one call of the client."""
