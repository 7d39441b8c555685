"""How a service is watched: health over HTTP, logs, metrics and traces."""
