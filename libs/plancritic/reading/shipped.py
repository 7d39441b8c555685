"""Where the reader lies that ships."""

from __future__ import annotations

import sys
from pathlib import Path

from plancritic.domains import domains_root
from plancritic.paths import domains_folder
from plancritic.reading.model import CARD_FILE

#: In a folder of domains, as models for several domains do.
_AMONG_DOMAINS = Path("shared/models/reader")
#: In an image, which has no folder of domains.
_INSTALLED = Path("share/plancritic/reader")


def shipped_reader() -> Path | None:
    """Return the folder of the reader that ships: of the folder of domains, else of the checkout, else of the image.

    It reads every domain, so that a folder of domains of one's own need not hold one. None where there is none.
    """
    places = (domains_root() / _AMONG_DOMAINS, domains_folder() / _AMONG_DOMAINS, Path(sys.prefix) / _INSTALLED)
    return next((each for each in places if (each / CARD_FILE).is_file()), None)
