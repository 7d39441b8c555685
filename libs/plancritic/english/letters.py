"""Letters as they are said on the radio."""

from __future__ import annotations

#: The word for each letter.
RADIO_ALPHABET = {
    word[0].lower(): word
    for word in (
        *("Alpha", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot", "Golf", "Hotel", "India", "Juliett", "Kilo", "Lima"),
        *("Mike", "November", "Oscar", "Papa", "Quebec", "Romeo", "Sierra", "Tango", "Uniform", "Victor", "Whiskey"),
        *("Xray", "Yankee", "Zulu"),
    )
}
