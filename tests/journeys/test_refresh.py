"""`judge refresh`: loading from the upstreams, their faults, and what a crash leaves."""

import asyncio
import hashlib
import json
import re
import shutil
import signal
import sqlite3
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from importlib.resources import files
from pathlib import Path
from urllib.request import urlopen

import pytest

from headjudge import Answer, Kind, Question
from headjudge.assemble import house
from headjudge.discovery import discover
from headjudge.settings import Settings

SHELVES = ("rules", "cards", "rulings", "aliases", "notes", "symbols", "categories", "concepts")
OLD, NEW = "20090601", "20090701"
QUESTION = "Can a dim card be played with hearthcall?"
IN_FORCE = "SELECT generation FROM generation_editions ORDER BY generation DESC LIMIT 1"
VERSIONS = f"SELECT shelf, version FROM editions JOIN generation_editions USING (shelf) WHERE edition = editions.id AND generation = ({IN_FORCE})"


@pytest.fixture
def upstream(upstreams):
    """The public servers, small."""
    return upstreams()


@pytest.fixture
def judge(new_judge, refreshed: Path, upstream):
    """The command over the upstream's first release, which is loaded."""
    shutil.copytree(refreshed, new_judge.folder)
    return new_judge.over(new_judge.folder, **upstream.variables)


def outcomes(ran) -> dict[str, str]:
    return {step["shelf"]: step["outcome"] for step in ran.body["steps"]}


def contents(database: Path) -> Mapping[str, str]:
    """Of every shelf in force a digest of its rows, read with SQLite alone."""
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        editions = f"SELECT editions.shelf, id, finished FROM editions JOIN generation_editions ON edition = id WHERE generation = ({IN_FORCE})"
        found = connection.execute(editions).fetchall()
        assert all(finished for _, _, finished in found), "a generation holds an edition that is not finished"
        return {shelf: _digest(connection, edition) for shelf, edition, _ in found}


def _digest(connection: sqlite3.Connection, edition: int) -> str:
    digest = hashlib.sha256()
    for table in ("rules", "cards", "card_names", "rulings", "entries"):
        for row in connection.execute(f"SELECT * FROM {table} WHERE edition = ? ORDER BY 1, 2, 3", (edition,)):
            digest.update(repr(row[1:]).encode())
    return digest.hexdigest()


def test_everything_is_loaded(new_judge, upstream) -> None:
    """Into an empty folder: a line a shelf, and the new corpus answers."""
    judge = new_judge.over(new_judge.folder, **upstream.variables)

    ran = judge("refresh")
    assert ran.code == 0
    assert [line.split()[:2] for line in ran.out.splitlines()[1:9]] == [[shelf, "loaded"] for shelf in SHELVES]
    assert "The corpus magic is in force" in ran.out
    asked = judge("ask", "--json", QUESTION)
    assert (asked.code, asked.body["cr_version"], asked.err) == (0, OLD, "")


def test_a_second_run_says_that_nothing_changed(judge) -> None:
    """Nothing is loaded, and nothing written."""
    before = judge.rows("SELECT id FROM editions")

    ran = judge("refresh")
    assert (ran.code, ran.out.startswith("Nothing changed: the corpus magic is up to date")) == (0, True)
    assert judge.rows("SELECT id FROM editions") == before


def test_a_new_release_loads_the_rules_alone(judge, upstream) -> None:
    """All other shelves keep their editions."""
    before = judge.rows(VERSIONS)
    upstream.serve(release=NEW)

    ran = judge("refresh", "--json")
    assert ran.code == 0
    assert outcomes(ran) == {shelf: "loaded" if shelf == "rules" else "unchanged" for shelf in SHELVES}
    assert {row[0] for row in set(judge.rows(VERSIONS)) - set(before)} == {"rules"}
    assert judge("rule", "601.9b", "--json").body["text"].startswith("A card played by hearthcall has left yon hearth")


def test_new_card_data_loads_cards_and_rulings(judge, upstream) -> None:
    """The rules stay."""
    upstream.serve(cards=NEW)

    ran = judge("refresh", "--json")
    assert {shelf for shelf, outcome in outcomes(ran).items() if outcome == "loaded"} == {"cards", "rulings"}


def test_one_shelf_can_be_named(judge, upstream) -> None:
    """What is new of the others waits."""
    upstream.serve(release=NEW, cards=NEW)

    assert outcomes(judge("refresh", "--json", "rulings")) == {"rulings": "loaded"}


BOOK = files("headjudge") / "testing" / "rulebook"
DRAWN = f"SELECT payload FROM entries JOIN generation_editions USING (edition) WHERE kind = 'symbol' AND generation = ({IN_FORCE})"
PICTURES = {file.name: file.read_bytes() for file in (BOOK / "symbols").iterdir()}


def serve_pictures(upstream, pictures: Mapping[str, bytes]) -> None:
    """Serve *pictures* by file name, and no others."""
    kept = {route: page for route, page in upstream._pages.items() if not page[0].startswith("/practice/symbols/")}
    upstream._pages = kept | {name: (f"/practice/symbols/{name}", picture) for name, picture in pictures.items()}


def without_picture(ran) -> list[str]:
    """What a refresh remarks on symbols that have no picture, without what to do about it."""
    return [remark.partition(": ")[0] for remark in ran.body["remarks"] if "symbols have no picture" in remark]


def test_symbols_get_their_pictures(new_judge, upstream) -> None:
    """None of them holds a refresh up: those that fail are told and asked for again, those that are had are kept without asking."""
    judge = new_judge.over(new_judge.folder, **upstream.variables)
    serve_pictures(upstream, {})
    first = judge("refresh", "--json")
    assert (first.code, set(outcomes(first).values()), first.faults) == (0, {"loaded"}, [])
    assert without_picture(first) == ["9 of 9 symbols have no picture ({Z}, {E}, {D}, {M}, {X}, {1}, {2}, {3}, {4})"]

    serve_pictures(upstream, PICTURES | {"Z.svg": b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'})
    second = judge("refresh", "--json")
    assert (second.code, [shelf for shelf, outcome in outcomes(second).items() if outcome == "loaded"]) == (0, ["symbols"])
    assert without_picture(second) == ["1 of 9 symbols have no picture ({Z})"]
    assert "a symbol's picture (/practice/symbols/Z.svg) is refused: it has the event attribute onload" in second.err

    serve_pictures(upstream, PICTURES)
    assert without_picture(judge("refresh", "--json", "symbols")) == []
    serve_pictures(upstream, {})
    last = judge("refresh")
    assert (last.code, last.out.partition(":")[0], last.err) == (0, "Nothing changed", "")
    assert len([payload for payload in judge.rows(DRAWN) if json.loads(payload)["svg"].startswith("<svg ")]) == 9


NAMES = (
    {"oracle_id": "668efd6b-9a78-5d02-aa45-39fdfcb5170a", "lang": "de", "printed_name": "Bramwick, die älteste Kröte"},
    {"oracle_id": "668efd6b-9a78-5d02-aa45-39fdfcb5170a", "lang": "ja", "printed_name": "最古の蟇蛙"},
)
"""Names of Bramwick, Oldest Toad elsewhere."""


@pytest.mark.slow
def test_names_in_other_languages_are_loaded_when_they_are_named(judge, tmp_path: Path) -> None:
    """Not by a refresh of all; then a question that has one finds the card, and a later refresh keeps them."""
    path = tmp_path / "names.jsonl"
    path.write_text("\n".join(map(json.dumps, NAMES)), encoding="utf-8")
    abroad = judge.over(judge.folder, JUDGE_PRINTED_NAMES_FILE=str(path))
    assert "names" not in outcomes(abroad("refresh", "--json"))
    assert judge("card", "最古の蟇蛙").code == 1

    assert outcomes(abroad("refresh", "--json", "names")) == {"names": "loaded"}
    assert judge("card", "bramwick die älteste kröte", "--json").body["name"] == "Bramwick, Oldest Toad"
    assert abroad("refresh", "--json", "names").body["steps"][0]["outcome"] == "unchanged"
    assert "names" not in outcomes(judge("refresh", "--json"))
    assert judge("card", "最古の蟇蛙", "--json").body["name"] == "Bramwick, Oldest Toad"


def test_an_upstream_without_names_in_other_languages_is_told(judge) -> None:
    """With the setting that names a file of them; what is in force stays."""
    ran = judge("refresh", "names")

    assert ran.code == 1
    assert ["JUDGE_PRINTED_NAMES_FILE" in fault for fault in ran.faults] == [True]
    assert judge("ask", QUESTION).code == 0


def test_a_shelf_that_a_corpus_does_not_have_is_told(judge) -> None:
    """The practice rulebook is in one language."""
    assert judge("refresh", "names", "--corpus", "practice").faults == [
        "no source gives the shelf names of the corpus 'practice'; name another shelf"
    ]


ROUTES = {
    ("page", "bulk"): {"rules", "cards", "rulings"},
    ("rules", "oracle_cards", "symbology"): {"rules", "cards", "symbols"},
    ("default_cards", "rulings"): {"cards", "rulings"},
}
"""Routes that fail together, and the shelves that cannot be loaded then."""
FAULTS = ("503", "truncate", "garbage", "reset")


@pytest.fixture
def several(bare_judge, refreshed: Path, upstreams, tmp_path: Path):
    """Run a refresh for each of some faults, on the same routes, while all else is new upstream: at once, for they wait a lot."""

    def run(routes: Sequence[str], fault: str):
        folder = tmp_path / fault
        shutil.copytree(refreshed, folder)
        upstream = upstreams()
        upstream.serve(release=NEW, cards=NEW)
        upstream.faults = dict.fromkeys(routes, fault)
        judge = bare_judge.over(folder, **upstream.variables)
        ran = judge("refresh")
        upstream.faults = {}
        return judge, ran

    def run_all(routes: Sequence[str], faults: Sequence[str]):
        with ThreadPoolExecutor(len(faults)) as pool:
            return list(pool.map(run, [routes] * len(faults), faults))

    return run_all


@pytest.mark.parametrize("routes", ROUTES, ids=" ".join)
def test_a_fault_upstream_keeps_the_old_data(several, refreshed: Path, routes: tuple[str, ...]) -> None:
    """One sentence a shelf that failed, exit code 1; its old rows stand, and the other shelves are loaded."""
    failed = ROUTES[routes]
    before = contents(refreshed / "headjudge.sqlite3")

    for judge, ran in several(routes, FAULTS):
        assert ran.code == 1
        assert sorted(sentence.partition(" failed: ")[0] for sentence in ran.faults) == sorted(f"magic {shelf}" for shelf in failed)
        assert [sentence for sentence in ran.faults if not re.search(r"`judge refresh`|JUDGE_\w+", sentence)] == []
        assert "Traceback" not in ran.err
        after, versions = contents(judge.database), dict(judge.rows(VERSIONS))
        assert {shelf for shelf in SHELVES if after[shelf] != before[shelf]} == {"rules"} - failed
        assert {shelf for shelf in ("rules", "cards", "rulings") if NEW in versions[shelf]} == {"rules", "cards", "rulings"} - failed


@pytest.mark.slow
def test_after_a_fault_the_next_refresh_catches_up(several) -> None:
    """What failed is loaded, and only that."""
    ((judge, _),) = several(("default_cards", "rulings"), ("truncate",))

    ran = judge("refresh", "--json")
    assert ran.code == 0
    assert {shelf for shelf, outcome in outcomes(ran).items() if outcome == "loaded"} == {"cards", "rulings"}


@pytest.mark.slow
def test_an_upstream_that_is_gone_leaves_the_practice_rulebook(new_judge) -> None:
    """The first refresh without a network: each shelf is named, the corpus is not switched, the practice rulebook goes on answering."""
    nowhere = {"JUDGE_SCRYFALL_URL": "http://127.0.0.1:1", "JUDGE_RULES_PAGE_URL": "http://127.0.0.1:1/rules"}

    ran = new_judge("refresh", **nowhere)
    assert ran.code == 1
    assert {"magic rules", "magic cards", "magic rulings", "magic symbols"} <= {sentence.partition(" failed: ")[0] for sentence in ran.faults}
    assert "the corpus magic is not in force" in ran.faults[-1]
    assert "practice rulebook" in new_judge("ask", QUESTION).err


def test_one_refresh_at_a_time(judge, upstream) -> None:
    """The second is refused and told since when the first is at it; the first ends well."""
    upstream.serve(release=NEW)
    upstream.hold.clear()
    upstream.asked.clear()
    with judge.start("refresh") as first:
        assert upstream.asked.wait(30)
        second = judge("refresh")
        upstream.hold.set()
        first.communicate(timeout=60)

    assert (second.code, second.out, len(second.faults)) == (2, "", 1)
    assert "has been loading the corpora since" in second.faults[0]
    assert first.returncode == 0
    assert judge.rows(VERSIONS + " AND shelf = 'rules'") == [("rules", "MagicCompRules 20090701.txt+p1")]


def test_an_interrupt_leaves_the_old_corpus(judge, upstream, refreshed: Path) -> None:
    """Ctrl-C while it loads: exit code 130, no traceback, and the next refresh is not refused."""
    upstream.serve(release=NEW)
    upstream.hold.clear()
    upstream.asked.clear()
    with judge.start("refresh") as process:
        assert upstream.asked.wait(30)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
    upstream.hold.set()

    assert (process.returncode, "Traceback" in said) == (130, False)
    assert contents(judge.database) == contents(refreshed / "headjudge.sqlite3")
    assert judge("refresh").code == 0


def killed(judge, upstream, moments: list[float], wholes: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """Kill a refresh at each of *moments*, in seconds after its first request; give the release whose rows are in force then, all of them."""
    release = OLD
    for moment in moments:
        other = OLD if release == NEW else NEW
        upstream.serve(release=other, cards=other)
        upstream.asked.clear()
        with judge.start("refresh") as process:
            assert upstream.asked.wait(30)
            with suppress(subprocess.TimeoutExpired):
                process.wait(moment)
            process.kill()
        found = {contents(judge.database)["rules"], *(version for shelf, version in judge.rows(VERSIONS) if shelf in ("cards", "rulings"))}
        (release,) = (name for name, whole in wholes.items() if found == {whole["rules"], f"{name}+p1"})
        assert contents(judge.database) == wholes[release]
        yield release


@pytest.mark.slow
def test_killed_at_any_moment_it_holds_the_old_or_the_new(bare_judge, refreshed: Path, upstreams, tmp_path: Path) -> None:
    """Twenty times: the database opens and is sound, one generation is in force, whole, and the next refresh succeeds."""
    folders = [tmp_path / f"killed-{number}" for number in range(5)]
    for folder in folders:
        shutil.copytree(refreshed, folder)
    servers = [upstreams() for _ in folders]
    judges = [bare_judge.over(folder, **server.variables) for folder, server in zip(folders, servers, strict=True)]
    servers[4].serve(release=NEW, cards=NEW)
    assert judges[4]("refresh").code == 0
    wholes = {OLD: contents(judges[0].database), NEW: contents(judges[4].database)}

    def run(number: int) -> list[str]:
        # A refresh of the small corpus takes about two seconds, most of them polite pauses between requests.
        left = list(killed(judges[number], servers[number], [0.1 * (4 * step + number) for step in range(5)], wholes))
        assert ("yon hearth" in judges[number]("rule", "601.9b").out) == (left[-1] == NEW)
        return left

    with ThreadPoolExecutor(4) as pool:
        left = [release for releases in pool.map(run, range(4)) for release in releases]
    assert len(left) == 20
    assert OLD in left
    for judge, server in zip(judges[:4], servers, strict=False):
        server.serve(release="20090601", cards="20090801")
        assert judge("refresh").code == 0
        assert judge.rows(VERSIONS + " AND shelf = 'cards'") == [("cards", "20090801+p1")]


@pytest.mark.slow
async def test_while_it_loads_every_answer_is_from_one_release(judge, upstream, sources) -> None:
    """Another process goes on asking: each answer's quotes stand in the release that it names, before the switch and after."""
    settings = Settings(data_dir=judge.folder)
    answers: list[Answer] = []

    async with house(settings, discover()) as opened:
        for release in (NEW, OLD):
            upstream.serve(release=release, cards=release)
            process = await asyncio.create_subprocess_exec(judge.command, "refresh", env=judge.environ(), stdout=subprocess.DEVNULL)
            ending = asyncio.create_task(process.wait())
            while not ending.done():
                answers.append(await opened.desk.hear(Question(QUESTION, private=True)))
            assert process.returncode == 0
            answers.append(await opened.desk.hear(Question(QUESTION, private=True)))

    assert {answer.release for answer in answers} == {OLD, NEW}
    cited = {(citation.label, answer.release, citation.quote) for answer in answers for citation in answer.citations}
    assert len({quote for _, _, quote in cited}) > len({label for label, _, _ in cited}), "the releases do not differ in what is quoted"
    assert [one for one in cited if not any(one[2] in text for text in sources(judge.database, *one[:2]))] == []
    assert {citation.release for answer in answers for citation in answer.citations if citation.reference.kind is Kind.RULE} == {OLD, NEW}


@pytest.mark.real_data
class TestRealData:
    """Over the real corpora, served by the upstreams' stand-in."""

    counts = (
        ("SELECT count(*) FROM entries WHERE kind = 'section'", 146),
        ("SELECT count(*) FROM rules", 3120),
        ("SELECT sum(json_array_length(examples)) FROM rules", 276),
        ("SELECT count(*) FROM entries WHERE kind = 'glossary'", 726),
        ("SELECT count(*) FROM rulings", 58390),
    )

    @pytest.fixture
    def magic(self, bare_judge, magic_data_dir: Path):
        """The command over the real corpora; change nothing."""
        return bare_judge.over(magic_data_dir)

    @pytest.mark.parametrize(("statement", "count"), counts)
    def test_all_of_it_is_there(self, magic, statement: str, count: int) -> None:
        """Exactly what the release 20260227 and the rulings hold."""
        part = f"{' AND' if 'WHERE' in statement else ' WHERE'} edition IN (SELECT edition FROM generation_editions WHERE generation = ({IN_FORCE}))"

        assert magic.rows(statement + part) == [count]

    def test_the_cards_are_there(self, magic) -> None:
        """31,500 and some: those that are tokens or never on paper are left out."""
        (count,) = magic.rows(
            f"SELECT count(*) FROM cards WHERE edition IN (SELECT edition FROM generation_editions WHERE generation = ({IN_FORCE}))"
        )

        assert 31_500 <= count < 31_600

    def test_a_rule_is_found(self, magic) -> None:
        """The one that players ask for most."""
        body = magic("rule", "702.19b", "--json").body

        assert (body["number"], body["heading"]) == ("702.19b", "Keyword Abilities: Trample")

    def test_it_is_no_practice_any_more(self, magic) -> None:
        """An answer from Magic says nothing of the practice rulebook."""
        ran = magic("ask", "--private", "--json", "Does a creature with deathtouch and trample have to assign lethal damage to every blocker?")

        assert (ran.code, ran.err, ran.body["cr_version"]) == (0, "", "20260227")
        assert {"702.19b", "702.2c"} & {citation["label"] for citation in ran.body["citations"]}

    @pytest.fixture
    def switched(self, magic, magic_mirror: str, tmp_path: Path):
        """The command over a copy, and a way to let the stand-in serve another release."""
        shutil.copytree(magic.folder, tmp_path / "magic")

        def serve(release: str | None) -> None:
            with urlopen(f"{magic_mirror}/_control", json.dumps({"release": release}).encode()) as reply:
                assert reply.status == 200

        yield magic.over(tmp_path / "magic", JUDGE_SCRYFALL_URL=magic_mirror, JUDGE_RULES_PAGE_URL=f"{magic_mirror}/en/rules"), serve
        serve(None)

    def test_a_second_run_says_that_nothing_changed(self, switched) -> None:
        """Nothing is loaded again."""
        judge, _ = switched

        assert judge("refresh").out.startswith("Nothing changed")

    @pytest.mark.slow
    @pytest.mark.parametrize("release", ["20250404", "20250606", "20251114", "20260116"])
    def test_every_release_loads(self, switched, release: str) -> None:
        """Whatever its line ends: no section without its rules, and the glossary."""
        judge, serve = switched
        serve(release)

        ran = judge("refresh", "rules", "--json")
        (step,) = ran.body["steps"]
        assert (ran.code, step["outcome"], step["version"]) == (0, "loaded", f"MagicCompRules {release}.txt+p1")
        assert 3_850 <= step["rows"] <= 3_992
        assert judge("rule", "702.19b", "--json").body["heading"] == "Keyword Abilities: Trample"
