"""A server of uvicorn in a thread of this process, with every connection closed at its end."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn


@contextmanager
def served_in_thread(make_server: Callable[[], uvicorn.Server], name: str) -> Iterator[str]:
    """Serve with what `make_server` returns, called in the thread; yields where it listens."""
    listener = socket.create_server(("127.0.0.1", 0))
    servers: list[uvicorn.Server] = []
    is_made = threading.Event()

    async def serve() -> None:
        try:
            servers.append(make_server())
        finally:
            is_made.set()
        await servers[0].serve(sockets=[listener])
        # A connection that came while the server shut down is nobody's, and its socket would be left to the collector.
        for connection in tuple(servers[0].server_state.connections):
            if connection.transport is not None:
                connection.transport.abort()
        await asyncio.sleep(0)

    thread = threading.Thread(target=lambda: asyncio.run(serve()), name=name)
    thread.start()
    try:
        assert is_made.wait(timeout=10)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        for server in servers:
            server.should_exit = True
        thread.join()
        listener.close()
