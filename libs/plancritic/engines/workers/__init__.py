"""What runs in warm children: one file a task, loaded by `serve.py`.

They are started by their paths and import nothing of plancritic, so that a new child is there in a twentieth of
a second, and so that libraries under other licences stay out of our processes.
"""

from __future__ import annotations

import sys
from pathlib import Path

_FOLDER = Path(__file__).parent


def worker(task: str, *arguments: str) -> tuple[str, ...]:
    """Return the command of a child that works on `task`, the name of a module of this package, with its arguments."""
    # -P: the folder of these files holds no modules for others to find.
    return (sys.executable, "-P", str(_FOLDER / "serve.py"), str(_FOLDER / f"{task}.py"), *arguments)
