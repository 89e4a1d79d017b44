"""What clients are told of the server: its tools, resources and prompt."""

import json
from importlib.metadata import version
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from mcp.shared.exceptions import MCPError

from headjudge_mcp.tool import DEFS

TOOLS = {
    "judge",
    "open_case",
    "submit_reading",
    "lookup_rules",
    "submit_draft",
    "case_status",
    "close_case",
    "find_card",
    "get_card",
    "get_rules",
    "search_rules",
    "get_rulings",
    "glossary",
    "about",
}
FREE = {"case_status", "find_card", "get_card", "get_rules", "search_rules", "get_rulings", "glossary", "about"}


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
async def test_every_tool_is_listed(practice: Any, mode: str) -> None:
    """With a title, a description, schemas and hints; all together in less than 30 KB, for a client reads them at each start."""
    async with practice(mode=mode) as (talk, _):
        listing = await talk.client.list_tools()

    tools = {tool.name: tool for tool in listing.tools}
    assert set(tools) == TOOLS
    assert all(tool.title and tool.description and tool.output_schema for tool in listing.tools)
    assert {name for name, tool in tools.items() if tool.annotations.read_only_hint} == FREE
    assert {name for name, tool in tools.items() if tool.annotations.idempotent_hint} == FREE | {"close_case"}
    assert {name for name, tool in tools.items() if tool.annotations.destructive_hint} == {"close_case"}
    assert len(listing.model_dump_json(by_alias=True, exclude_none=True)) < 30_000


async def test_schemas_are_schemas(practice: Any) -> None:
    """Of draft 2020-12, an object at the root; every reference leads somewhere, and every argument is described."""
    async with practice() as (talk, _):
        tools = (await talk.client.list_tools()).tools

    for tool in tools:
        for schema in (tool.input_schema, tool.output_schema):
            Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object"
            assert {reference.removeprefix(DEFS) for reference in _references(schema)} <= set(schema.get("$defs", {}))
        assert all(field["description"] for field in tool.input_schema["properties"].values())
    assert _forms(tools) == {"submit_reading": "paraphrases", "submit_draft": "citations"}


def _references(schema: Any) -> set[str]:
    parts = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    own = {schema["$ref"]} if isinstance(schema, dict) and "$ref" in schema else set()
    return own.union(*map(_references, parts))


def _forms(tools: Any) -> dict[str, str]:
    """A property of the form that each of the tools takes."""
    shown = {tool.name: next((field for field in tool.input_schema["properties"].values() if field.get("type") == "object"), None) for tool in tools}
    wanted = ("paraphrases", "citations")
    return {name: next(word for word in wanted if word in form["properties"]) for name, form in shown.items() if form}


async def test_what_tools_give_is_as_their_schemas_say(practice: Any) -> None:
    """As data and, for clients that read text alone, as the same JSON."""
    asked: list[tuple[str, dict[str, Any]]] = [
        ("judge", {"question": "May I attack?"}),
        ("judge", {"question": "Can Orla stoke?"}),
        ("judge", {"question": "Does [[Zzyzx]] fly?"}),
        ("judge", {"question": "What is the weather in Paris?"}),
        ("open_case", {"question": "May I attack?"}),
        ("case_status", {"case_id": "none"}),
        ("find_card", {"name": "candle"}),
        ("get_card", {"card": "Candle Mourner"}),
        ("get_card", {"card": "orla"}),
        ("get_rulings", {"card": "Candle Mourner"}),
        ("get_rules", {"numbers": ["500"]}),
        ("search_rules", {"query": "flame"}),
        ("glossary", {"term": "flame"}),
        ("about", {}),
        ("judge", {"question": "May I block?"}),
        ("open_case", {"question": "May I block?"}),
    ]
    async with practice(mcp_judge_limit=5) as (talk, _):
        schemas = {tool.name: tool.output_schema for tool in (await talk.client.list_tools()).tools}
        for tool, arguments in asked:
            result = await talk.client.call_tool(tool, arguments)
            Draft202012Validator(schemas[tool]).validate(result.structured_content)
            assert result.content[0].text == _compact(result.structured_content)


def _compact(body: Any) -> str:

    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
async def test_it_says_who_it_is(practice: Any, mode: str) -> None:
    """Name and version, what to do with it, where its source is, and who runs it."""
    async with practice(mode=mode, operator_email="judge@example.org", source_url="https://example.org/fork") as (talk, _):
        who, told = talk.client.server_info, talk.client.instructions

    if mode == "legacy":  # without a handshake the client asks no server who it is
        assert (who.name, who.title, who.version, who.website_url) == ("headjudge", "Headjudge", version("headjudge"), "https://example.org/fork")
        assert "open_case" in told
        assert "https://example.org/fork" in told
        assert "judge@example.org" in told


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
async def test_a_tool_that_is_not_there(practice: Any, mode: str) -> None:
    """An error of the protocol that names those that are."""
    async with practice(mode=mode) as (talk, _):
        with pytest.raises(MCPError, match="There is no tool of that name; the tools are judge, ") as caught:
            await talk.client.call_tool("explode", {})

    assert caught.value.code == -32602


@pytest.mark.parametrize(
    ("uri", "holds"),
    [
        ("rule://500.1a", "**500.1a** "),
        ("rule://500.1", "**500.1a** "),
        ("rule://500", "# 500. "),
        ("card://Candle%20Mourner", "# Candle Mourner\n\n"),
        ("card://candle%20mourner/", "# Candle Mourner\n\n"),
        ("glossary://flame", "**Flame**"),
    ],
)
async def test_resources_are_read(practice: Any, uri: str, holds: str) -> None:
    """As Markdown, at the address under which they were asked for."""
    async with practice() as (talk, _):
        contents = (await talk.client.read_resource(uri)).contents

    assert [(str(found.uri), found.mime_type) for found in contents] == [(uri, "text/markdown")]
    assert holds in contents[0].text


@pytest.mark.parametrize(("mode", "code"), [("legacy", -32002), ("2026-07-28", -32602)])
@pytest.mark.parametrize(
    "uri", ["rule://999.1", "card://Zzyzx", "card://orla", "glossary://zzyzx", "deck://mine", "rule://", f"card://{'a' * 301}", "card://%FF"]
)
async def test_a_resource_that_is_not_there(practice: Any, mode: str, code: int, uri: str) -> None:
    """The error that the version of the protocol has for it, in words that say what to do."""
    async with practice(mode=mode) as (talk, _):
        with pytest.raises(MCPError) as caught:
            await talk.client.read_resource(uri)

    assert caught.value.code == code
    assert str(caught.value.error.message).endswith(".")


async def test_sections_are_listed_as_resources(practice: Any) -> None:
    """And rules, cards and terms have templates."""
    async with practice() as (talk, _):
        listed = (await talk.client.list_resources()).resources
        templates = (await talk.client.list_resource_templates()).resource_templates

        assert "rule://500" in [resource.uri for resource in listed]
        assert all([(await talk.client.read_resource(resource.uri)).contents[0].text for resource in listed])
    assert {template.uri_template for template in templates} == {"rule://{number}", "card://{name}", "glossary://{term}"}


async def test_the_prompt_leads_through_a_case(practice: Any) -> None:
    """It names every tool of a case and holds the question, braces and all."""
    async with practice() as (talk, _):
        prompts = (await talk.client.list_prompts()).prompts
        told = await talk.client.get_prompt("judge_a_question", {"question": "Why {this}?"})

    assert [(prompt.name, prompt.arguments[0].required) for prompt in prompts] == [("judge_a_question", True)]
    text = told.messages[0].content.text
    assert "Why {this}?" in text
    assert all(tool in text for tool in ("open_case", "submit_reading", "case_status", "lookup_rules", "submit_draft"))


@pytest.mark.parametrize(("name", "arguments"), [("judge_a_question", {}), ("judge_a_question", {"question": " "}), ("explode", {"question": "x"})])
async def test_a_prompt_that_cannot_be_given(practice: Any, name: str, arguments: dict[str, str]) -> None:
    """An error that says why."""
    async with practice() as (talk, _):
        with pytest.raises(MCPError, match=r"missing or blank|there is judge_a_question"):
            await talk.client.get_prompt(name, arguments)
