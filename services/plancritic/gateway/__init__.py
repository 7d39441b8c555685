"""The gateway: the typed client of the bus over HTTP, for programs without NATS. It takes no jobs and keeps nothing."""
