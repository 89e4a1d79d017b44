"""`judge refresh embeddings`: make the vectors that the chosen embedder lacks, and use them."""

from typing import Any

import click

from headjudge.assemble import House
from headjudge.cli.progress import shown_progress
from headjudge.cli.run import ANSWERED, REFUSED, UNUSABLE, fail
from headjudge.cli.show import print_json
from headjudge.domain.money import usd
from headjudge.refresh.embedding import Embeddings, Plan
from headjudge.roles import Corpus

__all__ = ["refresh_embeddings"]


async def refresh_embeddings(house: House, yes: bool, as_json: bool) -> int:
    """Embed what the corpus in force lacks, use it, and drop what is of no use any more; without *yes* only say so."""
    embeddings = house.embeddings
    if embeddings is None:
        return fail("no embedder is chosen; set JUDGE_EMBEDDER (`judge plugins` shows what is installed)", UNUSABLE)
    if not embeddings.compared:
        return fail((await house.vectors()).reason, UNUSABLE)
    if yes:
        async with house.store.corpora.loading():
            return await _embed(embeddings, await house.store.corpora.current(), as_json)
    corpus = await house.store.corpora.current()
    return _say(await embeddings.plan(corpus), corpus, as_json)


async def _embed(embeddings: Embeddings, corpus: Corpus, as_json: bool) -> int:
    plan = await embeddings.plan(corpus)
    with shown_progress() as progress:
        await embeddings.carry_out(plan, progress)
    dropped = await embeddings.tidy(plan)
    if as_json:
        print_json(_body(plan, corpus) | {"embedded": len(plan.missing), "dropped": dropped})
        return ANSWERED
    click.echo(f"Embedded {len(plan.missing):,} of {len(plan.keys):,} texts with {plan.space.embedder}; vectors are on.")
    if dropped:
        click.echo(f"Dropped {dropped:,} vectors that nothing needs any more.")
    return ANSWERED


def _say(plan: Plan, corpus: Corpus, as_json: bool) -> int:
    if as_json:
        print_json(_body(plan, corpus))
    elif plan.done:
        click.echo(f"Nothing to do: every text of the corpus {corpus.name} has its vector of {plan.space.embedder}.")
    else:
        share = f"{len(plan.missing):,} of {len(plan.keys):,} texts"
        click.echo(f"{plan.space.embedder} would embed {share} of the corpus {corpus.name}, {_price(plan)}.")
        if plan.held not in (None, plan.space):
            click.echo(f"The database holds vectors of {plan.held.embedder}, which would be dropped.")
        fail("nothing was done; add --yes to do it")
    return ANSWERED if plan.done else REFUSED


def _price(plan: Plan) -> str:
    return f"for at most {usd(plan.worst)}" if plan.worst else "at no cost"


def _body(plan: Plan, corpus: Corpus) -> dict[str, Any]:
    return {
        "embedder": plan.space.embedder,
        "held": plan.held.embedder if plan.held else None,
        "corpus": corpus.name,
        "texts": len(plan.keys),
        "missing": len(plan.missing),
        "worst_case_usd": plan.worst / 1e6,
    }
