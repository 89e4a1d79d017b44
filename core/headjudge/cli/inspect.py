"""`judge plugins` and `judge settings`: what this process is made of."""

import os
from typing import Any

import click
from rich.table import Column, Table

from headjudge.assemble import House, house
from headjudge.cli.run import ANSWERED, command, configured, fail
from headjudge.cli.show import console, print_json
from headjudge.discovery import Plugins
from headjudge.embedding import VectorStanding, VectorState
from headjudge.errors import PluginInvalid
from headjudge.settings import Settings, rows, unknown_variables

__all__ = ["plugins_command", "settings_command"]


@click.command("settings")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@command
async def settings_command(as_json: bool) -> int:
    """Print every variable that is read, its value and where that came from. Secrets are never printed."""
    settings = Settings.from_environ(os.environ)
    unknown = unknown_variables(os.environ)
    if as_json:
        listed = [{"variable": row.variable, "value": row.value, "origin": row.origin, "about": row.doc} for row in rows(settings, os.environ)]
        print_json({"settings": listed, "unknown": list(unknown)})
        return ANSWERED
    table = Table(Column("Variable", no_wrap=True), Column("Value", overflow="fold"), "From", "About", box=None, pad_edge=False)
    for row in rows(settings, os.environ):
        table.add_row(row.variable, row.value, row.origin, row.doc, style="bold" if row.origin == "environment" else "")
    console().print(table)
    for name in unknown:
        fail(f"{name} is set, and nothing here reads it; look at its spelling")
    return ANSWERED


@click.command("plugins")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@command
async def plugins_command(as_json: bool) -> int:
    """Print the plugins that were found and the roles that they fill."""
    settings, plugins = configured()
    try:
        async with house(settings, plugins) as opened:
            _print_standings(plugins, as_json, _players(opened), await opened.vectors())
    except PluginInvalid as error:
        _print_standings(plugins, as_json, (), None)
        return fail(str(error))
    return ANSWERED


def _players(opened: House) -> tuple[tuple[str, str], ...]:
    """(role, name) of everything on the panel."""
    judge = opened.judge
    panel: list[tuple[str, Any]] = [("extractor", judge.extractor), ("synthesizer", judge.synthesizer)]
    panel += [("embedder", opened.embedder)] if opened.embedder else []
    panel += [("detector", player) for player in judge.detectors]
    panel += [("resolver", player) for player in sorted(judge.resolvers, key=lambda resolver: (resolver.rung, resolver.name))]
    panel += [("retriever", player) for player in judge.retrieval.legs]
    panel += [("validator", player) for player in judge.validators]
    panel += [(f"source ({player.corpus})", player) for player in opened.sources]
    panel += [("door", player) for player in opened.doors()]
    return tuple((role, player.name) for role, player in panel)


def _print_standings(plugins: Plugins, as_json: bool, players: tuple[tuple[str, str], ...], vectors: VectorStanding | None) -> None:
    standings = sorted(plugins.standings, key=lambda standing: standing.name)
    if as_json:
        print_json(
            {
                "plugins": [{"name": standing.name, "state": standing.state, "reason": standing.reason} for standing in standings],
                "roles": [{"role": role, "name": name} for role, name in players],
                "vectors": vectors and {"state": vectors.state.value, "embedder": vectors.embedder or None, "reason": vectors.reason or None},
            }
        )
        return
    table = Table("Plugin", "State", "Why", box=None, pad_edge=False)
    for standing in standings:
        table.add_row(standing.name, standing.state, standing.reason, style="red" if standing.state == "broken" else "")
    console().print(table)
    roles = Table("Role", "Name", box=None, pad_edge=False)
    for role, name in players:
        roles.add_row(role, name)
    if players:
        console().print()
        console().print(roles)
    if vectors:
        console().print(f"\nVectors are {_vectors_in_words(vectors)}.")


def _vectors_in_words(standing: VectorStanding) -> str:
    if standing.state is VectorState.ON:
        return f"on ({standing.embedder})"
    word = "off, for the embedder is another one" if standing.state is VectorState.MISMATCH else "off"
    return f"{word}: {standing.reason}"
