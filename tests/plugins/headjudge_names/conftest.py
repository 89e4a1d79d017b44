"""A small corpus of real card names (names are facts) with rules, rulings and nicknames of our own, and the law of names over it."""

import datetime
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from headjudge import Alias, Card, Face, GlossaryEntry, Printing, Rule, Ruling, Span
from headjudge.testing import MemoryCorpus
from headjudge_names.detector import NameDetector
from headjudge_names.lexicon import Lexicon, Lexicons
from headjudge_names.resolvers import AliasResolver, FuzzyResolver, PrintedResolver, ShortResolver

Resolve = Callable[[str], Awaitable[tuple[str, ...]]]
Detect = Callable[[str], Awaitable[tuple[str, ...]]]

NAMES = (
    "Aether Vial",
    "Blood Moon",
    "Chain Lightning",
    "Cyclonic Rift",
    "Dark Confidant",
    "Exile",
    "Fire // Ice",
    "Gaea's Cradle",
    "Humility",
    "Lightning Bolt",
    "Lightning Helix",
    "Lim-Dûl's Vault",
    "Living Wish",
    "Opt",
    "Path to Exile",
    "Rest in Peace",
    "Sensei's Divining Top",
    "Skullclamp",
    "Snapcaster Mage",
    "Stone Giant",
    "Tarmogoyf",
    "The Rack",
    "Thought-Knot Seer",
    "Two-Headed Giant",
    "Wasteland",
    "Wastes",
    "Delver of Secrets // Insectile Aberration",
    "To the Slaughter",
    "Slaughter Cry",
    "Thrill of Possibility",
    "Deep-Sea Serpent",
    "Serenity",
)
LEGENDS = (
    "Jace, the Mind Sculptor",
    "Jace, Memory Adept",
    "Jace Beleren",
    "Lurrus of the Dream-Den",
    "Ragavan, Nimble Pilferer",
    "Valki, God of Lies // Tibalt, Cosmic Impostor",
    "Tibalt, Rakish Instigator",
    "Sheoldred // The True Scriptures",
    "Sheoldred, Whispering One",
    "Mr. Orfeo, the Boulder",
    "Uro, Titan of Nature's Wrath",
    "Rhino, Barreling Brute",
)
ALIASES = (
    Alias("goyf", ("Tarmogoyf",)),
    Alias("snappy", ("Snapcaster Mage",)),
    Alias("bolt", ("Lightning Bolt",), ordinary=True),
    Alias("path", ("Path to Exile",), ordinary=True),
    Alias("top", ("Sensei's Divining Top",), ordinary=True),
    Alias("bob", ("Dark Confidant",), ordinary=True),
    Alias("waste", ("Wasteland",), ordinary=True),
    Alias("rack", ("The Rack",), ordinary=True),
    Alias("blitz", ("Lightning Helix", "Lightning Bolt")),
    Alias("opt", ("Tarmogoyf",)),
    Alias("lotus", ("Black Lotus",)),
    Alias("o-lamp", ("Skullclamp",)),
    Alias("o-ring", ("Humility",)),
    Alias("w6", ("Wasteland",)),
    Alias("rol", ("Humility",)),
)
RULES = (
    Rule("100.1", "To exile an object, put it away. A player may put a card on top, turn by turn. An exiled card stays exiled.", "100", "Moves"),
    Rule(
        "100.2",
        "In a Two-Headed Giant game two players share a turn. Two-Headed Giant teams go on. Some Two-Headed Giant cards turn.",
        "100",
        "Teams",
    ),
    Rule("100.3", "When a card rests, exile it from the top. It stays on top when it turns over.", "100", "Moves"),
)
RULINGS = (
    "You can make a living wish come true, and a living wish is made once. The card stays at rest until the player draws what the spell does.",
    "Does the spell do what it does? If it resolves, the creature dies. If it does not, the creature lives and you draw a card in response.",
)


def card(number: int, name: str, type_line: str) -> Card:
    """A card of that name; its faces are what stands around `` // ``."""
    faces = tuple(Face(face, "", type_line, "") for face in name.split(" // "))
    return Card(f"00000000-0000-4000-8000-{number:012}", name, faces, "normal")


CARDS = (
    *(card(n, name, "Instant") for n, name in enumerate(NAMES)),
    *(card(n, name, "Legendary Creature — Person") for n, name in enumerate(LEGENDS, 100)),
    card(200, "Stampeding Rhino", "Creature — Rhino"),
)


@pytest.fixture(scope="session")
def corpus() -> MemoryCorpus:
    """Some three dozen cards, three rules and two rulings."""
    rulings = [Ruling(CARDS[0].oracle_id, datetime.date(2020, 1, n + 1), text, "ours") for n, text in enumerate(RULINGS)]
    printed = Printing(next(c.oracle_id for c in CARDS if c.name == "Skullclamp"), "Brainy Vise")
    return MemoryCorpus.of((*RULES, GlossaryEntry(("Exile",), "To put away."), *CARDS, printed, *rulings, *ALIASES))


@pytest.fixture
def lexicons(tmp_path: Path) -> Lexicons:
    """Lexicons that keep their harvests in a folder of the test's own."""
    return Lexicons(tmp_path / "names")


@pytest.fixture
async def lexicon(lexicons: Lexicons, corpus: MemoryCorpus) -> Lexicon:
    """The lexicon of the small corpus."""
    return await lexicons.of(corpus)


@pytest.fixture
def resolve(lexicons: Lexicons, corpus: MemoryCorpus) -> Resolve:
    """Gives the names of the cards that the first rung which knows a span has for it."""

    async def names(text: str) -> tuple[str, ...]:
        for resolver in (AliasResolver(lexicons), PrintedResolver(lexicons), ShortResolver(lexicons), FuzzyResolver(lexicons)):
            if found := await resolver.resolve(Span(text), corpus):
                return tuple(card.name for card in await corpus.cards(found))
        return ()

    return names


@pytest.fixture
def detect(lexicons: Lexicons, corpus: MemoryCorpus) -> Detect:
    """Gives what is seen in a text."""

    async def seen(text: str) -> tuple[str, ...]:
        return tuple(span.text for span in (await NameDetector(lexicons).detect(text, corpus)).spans)

    return seen
