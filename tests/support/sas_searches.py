"""Stand-ins for searches that read SAS+."""

from pathlib import Path

from plancritic.engines.planners.sas_search import build_folder


def out_of_memory(folder: Path, wheel: str) -> Path:
    """The wheel's translator with a search that ends as Fast Downward's does when its memory is used up."""
    built = build_folder(wheel)
    assert built is not None
    (folder / "translate").symlink_to(built / "translate")
    search = folder / "downward"
    search.write_text("#!/bin/sh\necho 'Memory limit has been reached.'\nexit 22\n")
    search.chmod(0o755)
    return folder
