"""What the contract says of requests and replies, a row a test, asked of a real listener over HTTP without a model."""

import json
import re
from typing import Any
from urllib.parse import urlsplit

import pytest

HEARTHCALL = "Can a dim card be played with hearthcall?"
LAMPLIGHTER = "Orla, the Lamplighter"
FED = f"I fed my hearth this turn. Can [[{LAMPLIGHTER}]] still stoke?"
SESSION = "6f1c1f6e-3d1f-4d3c-9b0a-2f4a9a6f7f10"
FIELDS = {
    "answer": {"kind", "answer", "confidence", "source", "cr_version", "citations", "cards"},
    "ambiguous": {"kind", "spans"},
    "not_found": {"kind", "names"},
    "error": {"kind", "message"},
}
JSON = "application/json; charset=utf-8"
PLAIN = "text/plain; charset=utf-8"


def pins(count: int, span: str = "x", name: str = "y") -> list[dict[str, str]]:
    """As many pins, the spans of which differ."""
    return [{"span": f"{span}{number}", "name": name} for number in range(count)]


def told(reply: Any) -> tuple[int, str, str]:
    """Status, content type and kind."""
    return reply.status, reply.headers["content-type"], reply.kind


# 2. The fields of a request


@pytest.mark.parametrize(
    ("question", "status", "kind"),
    [
        ("?" * 1000, 200, "error"),
        ("?" * 1001, 400, "error"),
        ("\U0001f438" * 1000, 200, "error"),
        ("\U0001f438" * 1001, 400, "error"),
        (f"{HEARTHCALL}{' ' * (1000 - len(HEARTHCALL))}", 200, "answer"),
        (f"{HEARTHCALL}{' ' * (1001 - len(HEARTHCALL))}", 400, "error"),
        ("", 400, "error"),
        (" \t\r\n\u3000\u00a0", 400, "error"),
    ],
)
def test_a_question_has_at_most_1000_characters_and_is_not_blank(service: Any, question: str, status: int, kind: str) -> None:
    """Characters are code points, and white space counts."""
    reply = service.ask(question)

    assert told(reply) == (status, JSON, kind)


def test_brackets_mean_that_exact_card(service: Any) -> None:
    """The short name that both share is ambiguous."""
    exact, short = service.ask(f"Can [[{LAMPLIGHTER}]] stoke?").body, service.ask("Can [[Orla]] stoke?").body

    assert [card["name"] for card in exact["cards"]] == [LAMPLIGHTER]
    assert short["kind"] == "ambiguous"


def test_a_session_has_a_history(service: Any) -> None:
    """A follow-up works, the id in capitals too; it does not in another session, nor without one."""
    first = service.ask("Can [[Kitewing Courier]] attack the turn it is played?", session_id=SESSION)
    after = [service.ask("And can it be blocked?", session_id=session).body for session in (SESSION, SESSION.upper(), SESSION[:-1] + "1", None)]

    assert first.kind == "answer"
    assert [[card["name"] for card in reply["cards"]] for reply in after] == [["Kitewing Courier"], ["Kitewing Courier"], [], []]


@pytest.mark.parametrize("fields", [{"session_id": None}, {"pins": None}, {"pins": []}, {"private": True, "door": 5, "history": ["x"], "": "\0"}])
def test_null_is_absent_and_unknown_fields_are_ignored(service: Any, fields: dict[str, Any]) -> None:
    """The answer is the same."""
    assert service.ask(HEARTHCALL, **fields).body == service.ask(HEARTHCALL).body


@pytest.mark.parametrize(
    ("given", "status", "kind"),
    [
        (pins(8), 200, "not_found"),
        (pins(9), 400, "error"),
        (pins(1, span="s" * 199), 200, "not_found"),
        (pins(1, span="s" * 200), 400, "error"),
        (pins(1, name="n" * 200), 200, "not_found"),
        (pins(1, name="n" * 201), 400, "error"),
        (pins(1, name=" "), 400, "error"),
        ([{"span": "", "name": LAMPLIGHTER}], 400, "error"),
        (pins(1) * 2, 400, "error"),
        ([{"span": "Orla", "name": LAMPLIGHTER, "note": None}], 200, "answer"),
    ],
)
def test_at_most_8_pins_of_200_characters(service: Any, given: list[dict[str, Any]], status: int, kind: str) -> None:
    """One more of either is over the limit."""
    reply = service.ask("Can Orla stoke?" if status == 200 and kind == "answer" else HEARTHCALL, pins=given)

    assert told(reply) == (status, JSON, kind)


# 2, 4. The kinds of a reply


def test_an_answer(service: Any) -> None:
    """Its fields, their types and values."""
    answer = service.ask(f"When does [[{LAMPLIGHTER}]] stoke, and is she a newcomer then?")
    body = answer.body

    assert told(answer) == (200, JSON, "answer")
    assert set(body) == FIELDS["answer"]
    assert body["answer"]
    assert body["confidence"] in ("low", "medium", "high")
    assert (body["source"], body["cr_version"]) == ("cr", "20090601")
    assert body["cards"] == [{"name": LAMPLIGHTER, "url": "https://example.org/practice/orla-the-lamplighter"}]
    assert body["citations"]


@pytest.mark.parametrize(
    "question",
    [
        HEARTHCALL,
        FED,
        "Does [[Candle Mourner]] give me flame when one of my tokens falls?",
        "When does [[Moth at the Window]] turn over?",
        "Does damage to [[Queen of a Thousand Wings]] stay when it is turned over?",
        "Can [[Fen-Light Thief]] be snuffed while it is veiled?",
        "What can Séverine of the Salt Stair do for a Wisp?",
    ],
)
def test_each_citation_can_be_read(service: Any, question: str) -> None:
    """Its link lies under the rules' address and opens, and the words quoted stand there."""
    cited = service.ask(question).body["citations"]

    for one in cited:
        assert set(one) == {"label", "url", "quote"}
        assert one["url"].startswith(f"{service.url}/rules/")
        assert one["quote"] in read(service, one["url"])


def read(service: Any, url: str) -> str:
    """The words of the page at *url*."""
    page = service.get(urlsplit(url).path)
    assert (page.status, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    text = re.sub(r"<br\s*/?>|</(?:p|div|li|dd|h\d)>", "\n", page.text.replace("&#39;", "'").replace("&#34;", '"').replace("&amp;", "&"))
    text = re.sub(r"<img[^>]*\balt=\"([^\"]*)\"[^>]*>", r"\1", text)
    return re.sub(r"[ \t]*\n\s*", "\n", re.sub(r"<[^>]+>", "", text))


def test_labels(service: Any) -> None:
    """A rule's number, a ruling with its day and card, Oracle text with its card."""
    labels = {cited["label"] for cited in service.ask(FED).body["citations"]}

    patterns = (r"\d{3}\.\d+[a-z]?", r"Ruling \(\d{4}-\d\d-\d\d\), .+", r"Oracle text, .+")
    for pattern in patterns:
        assert any(re.fullmatch(pattern, label) for label in labels), labels
    assert all(any(re.fullmatch(pattern, label) for pattern in patterns) for label in labels)


def test_a_ruling_links_to_its_place_on_the_card_page(service: Any) -> None:
    """The page has an element of that name."""
    cited = service.ask(FED).body["citations"]
    link = next(urlsplit(one["url"]) for one in cited if one["label"].startswith("Ruling"))

    assert re.fullmatch(r"/rules/cards/[0-9a-f-]{36}", link.path)
    assert f'id="{link.fragment}"' in service.get(link.path).text


def test_ambiguous(service: Any) -> None:
    """Its fields; what was read and the full names that it can mean. Every ambiguous name of a question is told at once."""
    reply = service.ask("Can Orla stoke?")
    both = service.ask("Can [[Orla]] stoke with [[Counter Engine]]?").body

    assert told(reply) == (200, JSON, "ambiguous")
    assert set(reply.body) == FIELDS["ambiguous"]
    assert reply.body["spans"] == [{"query": "Orla", "choices": [LAMPLIGHTER, "Orla, Ash Regent"], "truncated": False}]
    assert [span["query"] for span in both["spans"]] == ["Orla", "Counter Engine"]


def test_at_most_five_choices(serve: Any, new_judge: Any, upstreams: Any, tmp_path: Any) -> None:
    """More are left out, and that is told."""
    names = ["Ashes", "Drowning Bell", "Hollow Mirror", "Borrowed Face", "Pewter Hound", "Creeping Bank"]
    (tmp_path / "aliases.toml").write_text(f'[aliases]\n"gray thing" = {json.dumps(names)}\n"five things" = {json.dumps(names[:5])}\n')
    judge = new_judge.over(tmp_path / "aliased", **upstreams().variables, JUDGE_ALIASES_FILE=str(tmp_path / "aliases.toml"))
    assert judge("refresh").code == 0
    service = serve(over=judge)
    six, five = (service.ask(f"Does [[{name}]] attack?").body["spans"][0] for name in ("gray thing", "five things"))

    assert [(len(span["choices"]), span["truncated"]) for span in (six, five)] == [(5, True), (5, False)]


def test_a_choice_is_sent_back_as_a_pin(serve: Any) -> None:
    """The same question and a pin a span are answered, about the cards chosen; the process that was asked first is gone by then."""
    question = "Can Orla stoke while the [[counter engine]] is on the field?"
    before = serve()
    spans = before.ask(question).body["spans"]
    before.stop()
    chosen = serve().ask(question, pins=[{"span": span["query"], "name": span["choices"][0]} for span in spans])

    assert chosen.kind == "answer"
    assert {card["name"] for card in chosen.body["cards"]} == {span["choices"][0] for span in spans}


def test_not_found(service: Any) -> None:
    """Its fields: the names that no card has. Of a name that is ambiguous nothing is told then but that."""
    reply = service.ask("Does [[Zzyzx]] fly over [[Qwortle]]?")

    assert told(reply) == (200, JSON, "not_found")
    assert reply.body == {"kind": "not_found", "names": ["Zzyzx", "Qwortle"]}
    assert service.ask("Does [[Zzyzx]] fly over Orla?").kind == "ambiguous"


@pytest.mark.parametrize("question", ["What is the weather in Paris?", "What is the penalty for slow play at a tournament?", "?!"])
def test_what_is_declined(service: Any, question: str) -> None:
    """A status of 200, and a sentence."""
    reply = service.ask(question)

    assert told(reply) == (200, JSON, "error")
    assert set(reply.body) == FIELDS["error"]
    assert len(reply.body["message"]) > 20


# 4, 7. What does not parse


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b'{"question": "Why?"', 400),
        (b"question=Why", 400),
        (b'{"question": NaN}', 400),
        (b"\xff\xfe", 400),
        ([], 422),
        ("Why?", 422),
        (None, 422),
        ({}, 422),
        ({"question": None}, 422),
        ({"question": 5}, 422),
        ({"question": ["Why?"]}, 422),
        ({"question": "Why?\0"}, 422),
        ({"question": "Why?\ud800"}, 422),
        ({"question": "Why?", "session_id": "today"}, 422),
        ({"question": "Why?", "session_id": ""}, 422),
        ({"question": "Why?", "session_id": 7}, 422),
        ({"question": "Why?", "session_id": "{6f1c1f6e-3d1f-4d3c-9b0a-2f4a9a6f7f10}"}, 422),
        ({"question": "Why?", "pins": {}}, 422),
        ({"question": "Why?", "pins": ["Orla"]}, 422),
        ({"question": "Why?", "pins": [{"span": "Orla"}]}, 422),
        ({"question": "Why?", "pins": [{"span": "Orla", "name": None}]}, 422),
        ({"question": "Why?", "pins": [{"span": "\0", "name": "x"}]}, 422),
        (json.dumps({"question": HEARTHCALL, "more": ""}).encode().replace(b'""', b'"' + b"x" * 65536 + b'"'), 413),
    ],
)
@pytest.mark.parametrize("path", ["/api/judge", "/api/judge/stream", "/web/judge"])
def test_what_does_not_parse_is_told_in_plain_text(service: Any, path: str, body: Any, status: int) -> None:
    """With a status from 400 on, for clients look at that before they parse."""
    reply = service.post(body, path)

    assert told(reply) == (status, PLAIN, "plain text")
    assert 5 < len(reply.text) < 300


@pytest.mark.parametrize(
    "given", ["text/plain", "application/x-www-form-urlencoded", "application/problem+json", "application/json; charset=latin-1", ""]
)
def test_another_content_type_is_refused(service: Any, given: str) -> None:
    """415, in plain text; parameters that change nothing are taken."""
    reply = service.post({"question": HEARTHCALL}, Content_Type=given)

    assert told(reply) == (415, PLAIN, "plain text")
    assert service.post({"question": HEARTHCALL}, Content_Type="Application/JSON; charset=UTF-8").status == 200


def test_64_kib_are_taken(service: Any) -> None:
    """One byte more is not."""
    room = 65_536 - len(json.dumps({"question": HEARTHCALL, "more": ""}))

    assert [service.ask(HEARTHCALL, more="x" * size).status for size in (room, room + 1)] == [200, 413]
