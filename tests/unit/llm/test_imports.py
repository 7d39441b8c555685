"""What services without a model are spared."""

from __future__ import annotations

import subprocess
import sys


def test_the_client_of_endpoints_is_not_imported_before_a_model_is_opened() -> None:
    code = "import sys, plancritic.llm; assert 'openai' not in sys.modules"
    subprocess.check_call([sys.executable, "-c", code])
