"""The plugin gives a source for each shelf of both corpora, and asks nobody for it."""

import datetime
import subprocess
import sys
from collections import Counter

import attrs

from headjudge import Services, Shelf
from headjudge.settings import Settings
from headjudge_sources import plugin

PRACTISE = """
import asyncio, sys
from headjudge_sources import plugin
from headjudge.settings import Settings

class Lent:
    settings = Settings()
    folder = settings.data_dir.joinpath

async def load(source):
    return [batch async for batch in source.fetch(await source.latest(), lambda *step: None)]

for source in plugin.headjudge_sources(Lent):
    if source.corpus == "practice":
        asyncio.run(load(source))
print("aiohttp" in sys.modules)
"""


def services() -> Services:
    return Services(settings=Settings(), calls=None, model=None, embedder=None, clock=lambda: datetime.datetime.now(datetime.UTC))


def test_both_corpora_have_the_same_shelves():
    """Each corpus has one source for every shelf but the concepts; names in other languages are there for Magic alone."""
    sources = list(plugin.headjudge_sources(services()))

    expected = {shelf: 1 for shelf in Shelf if shelf not in (Shelf.CONCEPTS, Shelf.NAMES)}
    assert Counter(source.shelf for source in sources if source.corpus == "practice") == expected
    assert Counter(source.shelf for source in sources if source.corpus == "magic") == expected | {Shelf.NAMES: 1}


def test_the_settings_lead_to_the_upstreams():
    """The two addresses of the settings are where Magic is asked for."""
    lent = attrs.evolve(services(), settings=Settings(rules_page_url="https://rules.example/page", scryfall_url="https://cards.example"))

    roots = {source.shelf: source.root for source in plugin.headjudge_sources(lent) if hasattr(source, "root")}

    assert roots == {
        Shelf.RULES: "https://rules.example/page",
        Shelf.CARDS: "https://cards.example",
        Shelf.RULINGS: "https://cards.example",
        Shelf.SYMBOLS: "https://cards.example",
        Shelf.NAMES: "https://cards.example",
    }


def test_a_file_of_names_replaces_the_upstream(tmp_path):
    """Where the operator names one, nobody is asked."""
    path = tmp_path / "names.jsonl"
    path.write_text("{}", encoding="utf-8")
    lent = attrs.evolve(services(), settings=Settings(printed_names_file=path))

    assert [source.path for source in plugin.headjudge_sources(lent) if source.shelf is Shelf.NAMES] == [path]


def test_sources_of_one_corpus_share_a_client():
    """The pause between two requests holds for all sources together."""
    clients = {id(source.client()) for source in plugin.headjudge_sources(services()) if hasattr(source, "client")}

    assert len(clients) == 1


def test_practice_needs_no_network_library():
    """Loading the practice rulebook does not import aiohttp."""
    done = subprocess.run([sys.executable, "-c", PRACTISE], capture_output=True, text=True, check=True, timeout=60)

    assert done.stdout.strip().splitlines()[-1] == "False"
