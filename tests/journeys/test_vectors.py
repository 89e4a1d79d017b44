"""An operator chooses an embedder: a stranger's, with a leg that compares its vectors."""

import re
import signal
from pathlib import Path

import pytest

PLUGIN = '''
"""Two embedders that cost money or die on demand, and a leg that compares their vectors."""

import os
import signal

import numpy as np

from headjudge import Hit, Kind, Reference, hookimpl, masked
from headjudge.testing.vectors import ScriptedEmbedder


class Dying(ScriptedEmbedder):
    """Takes its process along after so many batches."""

    async def embed(self, texts):
        if len(self.asked) >= int(os.environ.get("LANTERNS_LAST", "1000000")):
            os.kill(os.getpid(), signal.SIGKILL)
        return await super().embed(texts)


class Lanterns:
    name = "lanterns"

    def __init__(self, embedder):
        self.embedder = embedder

    async def texts(self, corpus):
        return [masked(rule.text) for rule in await corpus.rules()]

    async def retrieve(self, inquiry, corpus, limit):
        kept = await self.embedder.kept(await self.texts(corpus))
        if not kept.vectors:
            return []
        (asked,) = await self.embedder.embed([inquiry.wording])
        cosines = np.frombuffer(b"".join(kept.vectors), "<f4").reshape(-1, len(asked)) @ asked
        rules = await corpus.rules()
        return [Hit(Reference(Kind.RULE, rules[place].number), float(cosines[place])) for place in np.argsort(-cosines)[:limit]]


@hookimpl
def headjudge_embedders(settings):
    yield Dying(32)
    yield ScriptedEmbedder(16, cost=2_500)


@hookimpl
def headjudge_retrievers(services):
    if services.embedder:
        yield Lanterns(services.embedder)
'''
TEXTS = "SELECT count(*) FROM vectors"


@pytest.fixture
def judge(judge, tmp_path: Path):
    """The command over a copy of the practice rulebook, with the stranger's plugin installed."""
    site = tmp_path / "site"
    about = site / "lanterns-1.0.dist-info"
    about.mkdir(parents=True)
    (site / "lanterns.py").write_text(PLUGIN)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: lanterns\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[headjudge]\nlanterns = lanterns\n")
    return judge.over(judge.folder, PYTHONPATH=str(site), JUDGE_EMBEDDER="scripted-32", JUDGE_PLUGINS_OFF="faiss,minilm")


@pytest.mark.slow
def test_vectors_are_made_when_somebody_says_so(judge) -> None:
    """First it is told what that takes, and nothing done; then vectors are on, and with another embedder off again."""
    told = judge("refresh", "embeddings")
    made = judge("refresh", "embeddings", "--yes")
    other = judge("plugins", "--json", JUDGE_EMBEDDER="scripted-16")

    texts = judge.rows(TEXTS)[0]
    assert (told.code, told.out) == (1, f"scripted-32 would embed {texts} of {texts} texts of the corpus practice, at no cost.\n")
    assert told.faults == ["nothing was done; add --yes to do it"]
    assert (made.code, made.out) == (0, f"Embedded {texts} of {texts} texts with scripted-32; vectors are on.\n")
    assert f"embedding with scripted-32: {texts} of {texts}" in made.err
    assert (other.body["vectors"]["state"], other.body["vectors"]["embedder"]) == ("mismatch", "scripted-16")


@pytest.mark.slow
def test_another_embedder_is_told_with_its_price(judge) -> None:
    """What it costs at most, and that the vectors of the first would go; those are searched until then."""
    judge("refresh", "embeddings", "--yes")

    told = judge("refresh", "embeddings", JUDGE_EMBEDDER="scripted-16")
    unpaid = judge("refresh", "embeddings", "--yes", JUDGE_EMBEDDER="scripted-16", JUDGE_MAX_USD="0.004")
    still = judge("plugins", "--json").body["vectors"]

    batches = -(-judge.rows("SELECT count(*) FROM vectors WHERE embedder = 'scripted-32'")[0] // 64)
    assert f"for at most {batches * 0.0025:g} USD" in told.out
    assert "vectors of scripted-32, which would be dropped" in told.out
    assert (unpaid.code, unpaid.faults) == (2, ["the budget of 0.004 USD a day is used up; raise JUDGE_MAX_USD or wait for the next day"])
    assert still == {"state": "on", "embedder": "scripted-32", "reason": None}
    paid = judge("refresh", "embeddings", "--yes", JUDGE_EMBEDDER="scripted-16")
    assert re.search(r"Dropped \d+ vectors", paid.out)
    assert judge("plugins", JUDGE_EMBEDDER="scripted-16").out.endswith("Vectors are on (scripted-16).\n")
    assert judge.rows("SELECT DISTINCT embedder FROM vectors") == ["scripted-16"]


@pytest.mark.slow
def test_questions_are_answered_while_vectors_are_off(judge) -> None:
    """A database that was never embedded, or by another embedder: nothing is embedded for a question but itself."""
    never = judge("search", "--json", "draw a card")
    judge("refresh", "embeddings", "--yes")
    other = judge("ask", "--json", "Can a dim card be played with hearthcall?", JUDGE_EMBEDDER="scripted-16")

    assert (never.code, other.code) == (0, 0)
    assert judge.rows("SELECT DISTINCT embedder FROM vectors") == ["scripted-32"]


@pytest.mark.slow
def test_a_killed_embedding_goes_on_where_it_was(judge) -> None:
    """After kill -9 what was embedded is kept and not in use; the next run embeds the rest."""
    died = judge("refresh", "embeddings", "--yes", LANTERNS_LAST="100")
    kept = judge.rows(TEXTS)[0]
    off = judge("plugins", "--json").body["vectors"]
    again = judge("refresh", "embeddings", "--yes")

    texts = judge.rows(TEXTS)[0]
    assert (died.code, kept) == (-signal.SIGKILL, 128)
    assert (off["state"], off["reason"]) == ("off", "the database holds no vectors yet; run `judge refresh embeddings --yes`")
    assert again.out == f"Embedded {texts - kept} of {texts} texts with scripted-32; vectors are on.\n"


@pytest.mark.slow
def test_a_refresh_embeds_what_is_new(judge, upstreams) -> None:
    """The first refresh with an embedder makes all vectors; the next release costs only the rules that it changed."""
    upstream = upstreams()
    online = judge.over(judge.folder, **upstream.variables)
    first = online("refresh", "--json").body["embeddings"]
    upstream.serve("20090701")
    second = online("refresh", "--json").body["embeddings"]
    third = online("refresh", "--json").body["embeddings"]

    said = online("refresh", JUDGE_EMBEDDER="scripted-16")

    assert "Vectors are off: the database holds vectors of 'scripted-32' and JUDGE_EMBEDDER names 'scripted-16'" in said.out
    assert first["embedded"] == first["texts"] > 100
    assert 0 < second["embedded"] < second["texts"]
    assert (third["embedded"], third["fault"]) == (0, None)


@pytest.mark.slow
def test_a_refresh_tells_that_embedding_broke_off(judge, upstreams) -> None:
    """The new rules are in force all the same; the exit code is 1."""
    online = judge.over(judge.folder, **upstreams().variables)

    ran = online("refresh", JUDGE_EMBEDDER="scripted-16", JUDGE_MAX_USD="0.001")

    assert ran.code == 1
    assert "The corpus magic is in force" in ran.out
    assert "embedding with scripted-16 broke off: one call can cost 0.0025 USD, more than the whole budget of 0.001" in ran.faults[-1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "variables", "fault"),
    [
        (["embeddings"], {"JUDGE_EMBEDDER": ""}, "no embedder is chosen; set JUDGE_EMBEDDER"),
        (["embeddings"], {"JUDGE_EMBEDDER": "nobody"}, "JUDGE_EMBEDDER names the embedder 'nobody', which no plugin gives; choose one of"),
        (["embeddings", "rules"], {}, "`embeddings` stands alone"),
    ],
)
def test_what_cannot_be_embedded_is_told(judge, words: list[str], variables: dict[str, str], fault: str) -> None:
    """With exit code 2 and the cure."""
    ran = judge("refresh", *words, **variables)

    assert ran.code == 2
    assert fault in ran.err


@pytest.mark.slow
def test_one_process_embeds_at_a_time(judge) -> None:
    """A second one is told who is at it; nothing is embedded twice."""
    both = [judge.start("refresh", "embeddings", "--yes") for _ in range(2)]
    said = [process.communicate(timeout=60) for process in both]

    assert judge("plugins", "--json").body["vectors"]["state"] == "on"
    for process, (_, err) in zip(both, said, strict=True):
        assert process.returncode == 0 or "has been loading the corpora since" in err or "has just begun to load" in err
    assert 0 in [process.returncode for process in both]
