"""The MCP server: which tools, resources and prompts there are, and how a call becomes a result."""

import json
import time
from importlib.metadata import version
from typing import Any, Final, TypeAlias

import mcp_types as types
import structlog
from mcp.server import ServerRequestContext
from mcp.server.caching import CacheHint
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from headjudge import Desk, Question, Services, StoreFailed, limit_fault
from headjudge_http.about import about
from headjudge_http.requests import KIND
from headjudge_mcp import wording
from headjudge_mcp.arguments import ArgumentsInvalid, read_arguments
from headjudge_mcp.resources import MARKDOWN, Shelves
from headjudge_mcp.tool import Told, Tool, failed
from headjudge_mcp.toolbox import tools

__all__ = ["mcp_server"]

log: Final = structlog.get_logger()
Context: TypeAlias = ServerRequestContext[Any, Any]

UNSTORED: Final = "The database cannot be used now; try again in a moment."
BROKEN: Final = "Something broke here; try again in a moment. The operator's log says what."
PROMPT: Final = "judge_a_question"
LASTING: Final = CacheHint(ttl_ms=3_600_000)
"""What is listed is the same until another release runs."""


def mcp_server(services: Services, desk: Desk) -> Server:
    """Return the server over *desk*. It keeps nothing between two requests."""
    door = _Door(tools(services, desk), Shelves(desk.lookups))
    server: Server = Server(
        "headjudge",
        version=version("headjudge"),
        title="Headjudge",
        description="Answers rules questions about trading card games; every quote is checked against its source.",
        instructions=f"{wording.text('instructions')}\n\n{about(services.settings).notice}",
        website_url=services.settings.source_url,
        cache_hints={"tools/list": LASTING, "prompts/list": LASTING, "resources/templates/list": LASTING},
        get_tool_input_schema=door.input_schema,
        on_list_tools=door.list_tools,
        on_call_tool=door.call_tool,
        on_list_resources=door.list_resources,
        on_list_resource_templates=door.list_templates,
        on_read_resource=door.read_resource,
        on_list_prompts=door.list_prompts,
        on_get_prompt=door.get_prompt,
    )
    server.middleware.clear()  # spans for a tracer: the messages of errors in them hold what was asked
    return server


class _Door:
    """Answers the requests of the protocol."""

    def __init__(self, tools: tuple[Tool, ...], shelves: Shelves) -> None:
        self._tools = {tool.name: tool for tool in tools}
        self._shelves = shelves

    def input_schema(self, name: str) -> dict[str, Any] | None:
        return self._tools[name].input_schema if name in self._tools else None

    async def list_tools(self, _: Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[listed(tool) for tool in self._tools.values()])

    async def call_tool(self, context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        tool = self._tools.get(params.name)
        if tool is None:
            raise MCPError(types.INVALID_PARAMS, f"There is no tool of that name; the tools are {', '.join(self._tools)}.")
        began = time.perf_counter()
        told = await _told(tool, params.arguments or {}, context)
        _note(tool, told, context)
        log.info("tool.called", tool=tool.name, failed=told.failed, ms=round((time.perf_counter() - began) * 1000, 1))
        text = told.message if told.body is None else json.dumps(told.body, ensure_ascii=False, separators=(",", ":"))
        return types.CallToolResult(content=[types.TextContent(text=text)], structured_content=told.body, is_error=told.failed)

    async def list_resources(self, _: Context, __: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        try:
            return types.ListResourcesResult(resources=list(await self._shelves.listed()))
        except StoreFailed as error:
            raise _unstored(error) from None

    async def list_templates(self, _: Context, __: types.PaginatedRequestParams | None) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(resource_templates=list(self._shelves.templates()))

    async def read_resource(self, context: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        try:
            text = await self._shelves.read(str(params.uri), context.protocol_version)
        except StoreFailed as error:
            raise _unstored(error) from None
        return types.ReadResourceResult(contents=[types.TextResourceContents(uri=params.uri, mime_type=MARKDOWN, text=text)])

    async def list_prompts(self, _: Context, __: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        asked = types.PromptArgument(name="question", title="Question", description="The rules question.", required=True)
        prompt = types.Prompt(name=PROMPT, title="Judge a question", description=wording.PROMPT, arguments=[asked])
        return types.ListPromptsResult(prompts=[prompt])

    async def get_prompt(self, _: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        if params.name != PROMPT:
            raise MCPError(types.INVALID_PARAMS, f"There is no prompt of that name; there is {PROMPT}.")
        question = (params.arguments or {}).get("question", "").strip()
        if not question:
            raise MCPError(types.INVALID_PARAMS, "The argument question is missing or blank; write the rules question.")
        if fault := limit_fault(Question(question)):
            raise MCPError(types.INVALID_PARAMS, fault)
        text = types.TextContent(text=wording.text(PROMPT).format(question=question))
        return types.GetPromptResult(description=wording.PROMPT, messages=[types.PromptMessage(role="user", content=text)])


def listed(tool: Tool) -> types.Tool:
    """Return *tool* as clients see it."""
    hints = types.ToolAnnotations(
        read_only_hint=not tool.changes, destructive_hint=tool.name == "close_case", idempotent_hint=tool.repeatable, open_world_hint=False
    )
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.input_schema,
        output_schema=tool.output_schema,
        annotations=hints,
    )


async def _told(tool: Tool, given: dict[str, Any], context: Context) -> Told:
    """What *tool* gives for the arguments *given*; whatever stands in the way, in words for the agent."""
    stages = 0

    async def heard(stage: str) -> None:
        nonlocal stages
        stages += 1
        await context.session.report_progress(stages, message=stage)

    try:
        return await tool.call(read_arguments(tool, given), heard)
    except ArgumentsInvalid as error:
        return failed(str(error))
    except StoreFailed as error:
        log.error("tool.failed", tool=tool.name, error=str(error))
        return failed(UNSTORED)
    except Exception as error:  # the SDK would send its text to the client
        log.error("tool.failed", tool=tool.name, error=type(error).__name__, exc_info=True)
        return failed(BROKEN)


def _note(tool: Tool, told: Told, context: Context) -> None:
    """Note the kind of a reply to a question where the listener counts them."""
    request = getattr(context.request, "scope", {}).get("aiohttp.request")
    if request is not None and told.body and tool.name == "judge":
        request[KIND] = str(told.body["kind"])


def _unstored(error: StoreFailed) -> MCPError:
    log.error("resource.failed", error=str(error))
    return MCPError(types.INTERNAL_ERROR, UNSTORED)
