"""GET /api/openapi.json: the API as OpenAPI 3.1 describes it, written from the shapes that it reads and shows."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from importlib.metadata import version
from typing import Any, Final

from aiohttp import web

from headjudge import schemas
from headjudge.doors import AmbiguousBody, AnswerBody, BusyBody, ErrorBody, NotFoundBody, RateLimitedBody
from headjudge.lookups.shapes import CardReply, GlossaryReply, NamesReply, RuleReply, SearchReply, SectionReply
from headjudge.settings import Settings
from headjudge_api.lookups import LENGTH, LIMIT, MOST, ChoicesReply, MessageBody
from headjudge_api.requests import WORDS, JudgeRequest
from headjudge_http.about import AboutBody
from headjudge_http.health import HealthBody, UnavailableBody

__all__ = ["document", "shown"]

ROOT: Final = "#/components/schemas/"
Json = dict[str, Any]

VERDICTS: Final = (AnswerBody, AmbiguousBody, NotFoundBody, ErrorBody)
SHAPES: Final = (
    JudgeRequest,
    *VERDICTS,
    BusyBody,
    RateLimitedBody,
    *(NamesReply, CardReply, ChoicesReply, RuleReply, SectionReply, SearchReply, GlossaryReply, MessageBody),
    *(HealthBody, UnavailableBody, AboutBody),
)
TEXTS: Final = {
    "400": "The body is no JSON, or it is not whole.",
    "408": "The body was not whole within ten seconds.",
    "413": "The body has more than 65,536 bytes.",
    "415": "The Content-Type is not application/json, or the body is encoded.",
    "422": "A field is missing or not of its type; the text names each.",
    "503": "The database cannot be used now.",
}
"""What is refused in plain text, before it is judged."""
LONG: Final = "The whole address is longer than 8190 bytes."
QUESTION: Final = {"question": "Can a player respond after blockers are declared?"}


def shown(settings: Settings) -> Callable[[web.Request], Awaitable[web.Response]]:
    """Return the handler that replies with the document of a service with *settings*."""
    made = document(settings)

    async def show(_: web.Request) -> web.Response:
        return web.json_response(made)

    return show


def document(settings: Settings) -> Json:
    """Return the document of a service with *settings*."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Headjudge",
            "version": version("headjudge"),
            "description": "Rules answers for trading card games, with every quote checked against its source.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
            "contact": {"email": settings.operator_email} if settings.operator_email else {},
        },
        "servers": [{"url": settings.root}],
        "paths": _paths(),
        "components": {"schemas": schemas(*SHAPES, root=ROOT)},
    }


def _paths() -> Json:
    return {
        "/api/judge": {"post": _judging("judge", "Ask a question.", _json("What became of the question.", *VERDICTS))},
        "/api/judge/stream": {"post": _judging("stream", "Ask a question, and be told how far it is.", _streamed())},
        "/api/cards": {"get": _looking("names", "Card names for a part of one, as it is typed.", (NamesReply,), *_query())},
        "/api/cards/{name}": {
            "get": _looking("card", "A card by any of its names.", (CardReply,), _path("name", "A name, also misspelt.", "Candle Mourner"))
        },
        "/api/rules/{number}": {
            "get": _looking(
                "rule", "A rule or a section.", (RuleReply, SectionReply), _path("number", "Of a rule, a sub-rule or a section.", "102.2")
            )
        },
        "/api/search": {"get": _looking("search", "The rules for some words.", (SearchReply,), *_query())},
        "/api/glossary/{term}": {"get": _looking("term", "What a term means.", (GlossaryReply,), _path("term", "A term, in any case.", "Creature"))},
        "/api/health": {"get": _health()},
        "/api/about": {"get": _operation("about", "What runs here, and who answers for it.", {"200": _json("The about document.", AboutBody)})},
        "/api/openapi.json": {"get": _operation("openapi", "This document.", {"200": _any("An OpenAPI document.")})},
    }


def _operation(name: str, summary: str, responses: Mapping[str, Json], **more: Any) -> Json:
    return {"operationId": name, "summary": summary, **more, "responses": dict(responses)}


def _judging(name: str, summary: str, answered: Json) -> Json:
    """A route that takes a question: it is refused in plain text while it does not parse, and in JSON afterwards."""
    body = {"required": True, "content": {"application/json": {"schema": _ref(JudgeRequest), "example": QUESTION}}}
    refused = {status: _text(said) for status, said in TEXTS.items()}
    limits = _json("The body is no JSON; or, as JSON, a field is over its limit.", ErrorBody)
    limits["content"].update(refused["400"]["content"])
    slots = _later(_json("The address has used up its window, or every judge slot is taken.", RateLimitedBody, BusyBody))
    return _operation(name, summary, {"200": answered, **refused, "400": limits, "429": slots}, requestBody=body)


def _looking(name: str, summary: str, found: Sequence[type], *parameters: Json) -> Json:
    absent = _json("Nothing was found.", MessageBody, *((ChoicesReply,) if CardReply in found else ()))
    absent["content"]["text/plain"] = {"schema": {"type": "string"}}  # a path such as /api/cards/.. leads elsewhere
    bad = _json("A parameter cannot be used; or, as text, the whole address is too long.", MessageBody) if len(parameters) > 1 else _text(LONG)
    bad["content"]["text/plain"] = {"schema": {"type": "string"}}
    limits = _later(_json("The address has used up its window for look-ups.", RateLimitedBody))
    responses = {"200": _json("What was found.", *found), "400": bad, "404": absent, "429": limits, "503": _text(TEXTS["503"])}
    return _operation(name, summary, responses, parameters=list(parameters))


def _health() -> Json:
    responses = {"200": _json("The database answers.", HealthBody), "503": _json("It does not.", UnavailableBody)}
    return _operation("health", "Whether the database answers within three seconds.", responses)


def _query() -> tuple[Json, ...]:
    words = {"type": "string", "minLength": 1, "maxLength": LENGTH, "pattern": WORDS}
    limit = {"type": "integer", "minimum": 1, "maximum": MOST, "default": LIMIT}
    return (
        {"name": "q", "in": "query", "required": True, "description": "What to look for.", "schema": words, "example": "creature"},
        {"name": "limit", "in": "query", "description": "Most that are listed.", "schema": limit},
    )


def _path(name: str, description: str, example: str) -> Json:
    words = {"type": "string", "minLength": 1, "maxLength": LENGTH}
    return {"name": name, "in": "path", "required": True, "description": description, "schema": words, "example": example}


def _ref(shape: type) -> Json:
    return {"$ref": f"{ROOT}{shape.__name__}"}


def _json(description: str, *shapes: type) -> Json:
    return {"description": description, "content": {"application/json": {"schema": _one_of(shapes)}}}


def _one_of(shapes: Sequence[type]) -> Json:
    """The schema of a reply that is one of *shapes*; their ``kind`` says which, where each has one."""
    if len(shapes) == 1:
        return _ref(shapes[0])
    kinds = {_kind(shape): f"{ROOT}{shape.__name__}" for shape in shapes}
    if None in kinds:
        return {"anyOf": [_ref(shape) for shape in shapes]}
    return {"oneOf": [_ref(shape) for shape in shapes], "discriminator": {"propertyName": "kind", "mapping": kinds}}


def _kind(shape: type) -> str | None:
    kinds: Sequence[str] = schemas(shape)[shape.__name__]["properties"].get("kind", {}).get("enum", ())
    return next(iter(kinds), None)


def _streamed() -> Json:
    said = "Server-sent events: a `stage` as each begins, then one `reply` with the body of /api/judge. Known at once, the reply is JSON."
    reply = _json(said, *VERDICTS)
    reply["content"]["text/event-stream"] = {
        # No schema: until 3.2 OpenAPI has no words for one of each event.
        "example": 'event: stage\ndata: {"stage": "cards"}\n\nevent: reply\ndata: {"kind": "error", "message": "…"}\n\n',
    }
    return reply


def _later(response: Json) -> Json:
    seconds = {"description": "Seconds after which to come again.", "schema": {"type": "integer", "minimum": 1}}
    return {**response, "headers": {"Retry-After": seconds}}


def _text(description: str) -> Json:
    return {"description": description, "content": {"text/plain": {"schema": {"type": "string"}}}}


def _any(description: str) -> Json:
    return {"description": description, "content": {"application/json": {"schema": {"type": "object"}}}}
