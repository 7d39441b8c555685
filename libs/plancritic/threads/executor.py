"""The executor behind `asyncio.to_thread`, with threads that nobody waits for at the end."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from plancritic.threads.background import start


class DaemonExecutor(ThreadPoolExecutor):
    """Runs each piece of work in a daemon thread that does nothing else meanwhile.

    The standard executor's threads are joined when an event loop closes and again when the interpreter ends, so that
    a long piece of work delays Ctrl-C and SIGTERM until it is done. Install this one with `loop.set_default_executor`
    (which takes subclasses of `ThreadPoolExecutor` only).
    """

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Start the work at once."""
        future: Future[Any] = Future()

        def run() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                value = work(*args, **kwargs)
            except BaseException as error:  # noqa: BLE001 it is raised where it is waited for
                future.set_exception(error)
            else:
                future.set_result(value)

        start(run)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Return at once; what still runs ends with the process."""
