"""No key of the environment gets to a server of one's own, whatever litellm calls it."""

from collections.abc import AsyncIterator, Mapping
from contextlib import suppress

import attrs
import pytest
from aiohttp import web

from headjudge import BackendFailed, PluginInvalid, Prompt
from headjudge.settings import Settings
from headjudge_litellm.homes import KEEPING
from headjudge_litellm.plugin import headjudge_embedders, headjudge_models

pytest.importorskip("litellm")
pytestmark = [pytest.mark.model, pytest.mark.xdist_group("litellm")]

ASKED = Prompt("You judge.", "May a lantern hum?", 500)
PLANTED = "planted-in-the-environment"
VARIABLES = [
    "OPENAI_API_KEY",
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_AUTH_TOKEN",
    "AZURE_API_KEY",
    "AZURE_AD_TOKEN",
    "CEREBRAS_API_KEY",
    "DEEPSEEK_API_KEY",
    "DOCKER_MODEL_RUNNER_API_KEY",
    "FIREWORKS_API_KEY",
    "FIREWORKS_AI_API_KEY",
    "FIREWORKSAI_API_KEY",
    "FIREWORKS_AI_TOKEN",
    "GEMINI_API_KEY",
    "GOOGLE_API_KEY",
    "GROQ_API_KEY",
    "HOSTED_VLLM_API_KEY",
    "INFINITY_API_KEY",
    "LEMONADE_API_KEY",
    "LITELLM_PROXY_API_KEY",
    "LLAMAFILE_API_KEY",
    "LM_STUDIO_API_KEY",
    "MISTRAL_API_KEY",
    "MISTRAL_AZURE_API_KEY",
    "OLLAMA_API_KEY",
    "OPENAI_LIKE_API_KEY",
    "OPENROUTER_API_KEY",
    "OR_API_KEY",
    "PERPLEXITY_API_KEY",
    "PERPLEXITYAI_API_KEY",
    "TOGETHER_API_KEY",
    "TOGETHERAI_API_KEY",
    "TOGETHER_AI_TOKEN",
    "TOGETHER_AI_API_KEY",
    "XAI_API_KEY",
    "XINFERENCE_API_KEY",
]


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every variable in which litellm looks for the key of such a server holds one; whatever is not the server is out of reach."""
    for variable in VARIABLES:
        monkeypatch.setenv(variable, PLANTED)
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")


@attrs.define
class Recorder:
    """A server that refuses every request, whatever its path, and keeps what was in it."""

    url: str = ""
    heard: list[tuple[str, Mapping[str, str], str]] = attrs.Factory(list)
    """Path with its query, headers by their small name, body."""

    async def answer(self, http: web.Request) -> web.StreamResponse:
        """Refuse."""
        self.heard.append((http.path_qs, {name.lower(): value for name, value in http.headers.items()}, await http.text()))
        return web.json_response({"error": {"message": "no", "type": "invalid_request_error"}}, status=400)


@pytest.fixture
async def recorder() -> AsyncIterator[Recorder]:
    recorder, app = Recorder(), web.Application()
    app.router.add_route("*", "/{path:.*}", recorder.answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    recorder.url = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
    yield recorder
    await runner.cleanup()


async def ask(settings: Settings, name: str) -> None:
    """Ask the model *name* to write and to embed; both are refused."""
    chosen = {"model": name, "embed_model": name, "embedder": "litellm", "embed_price": 0, "embed_dimension": 8}
    given = attrs.evolve(settings, **chosen, model_price_in=0, model_price_out=0, model_timeout_secs=20)
    (backend,), (embedder,) = headjudge_models(given), headjudge_embedders(given)
    with suppress(BackendFailed):  # it is refused, or of a kind that only embeds
        await backend.complete(ASKED)
    with suppress(BackendFailed):
        await embedder.embed(["at night"])  # type: ignore[attr-defined]
    await backend.close()  # type: ignore[attr-defined]


def keys(recorder: Recorder) -> set[str]:
    names = ("authorization", "x-api-key", "x-goog-api-key", "api-key")
    return {headers[name].removeprefix("Bearer ") for _, headers, _ in recorder.heard for name in names if name in headers}


@pytest.mark.parametrize("provider", sorted(KEEPING))
async def test_a_server_of_ones_own_gets_no_key_of_the_environment(headjudge_settings: Settings, recorder: Recorder, provider: str) -> None:
    """It gets a word that is no key; nothing that was planted is in path, headers or body."""
    await ask(attrs.evolve(headjudge_settings, model_url=recorder.url), f"{provider}/local")

    assert recorder.heard
    assert PLANTED not in str(recorder.heard)
    assert keys(recorder) == {"none"}


@pytest.mark.parametrize("provider", ["openai", "litellm_proxy", "hosted_vllm", "deepseek", "anthropic", "gemini"])
async def test_a_server_of_ones_own_gets_the_key_that_was_set(headjudge_settings: Settings, recorder: Recorder, provider: str) -> None:
    """That of JUDGE_MODEL_KEY, and no other."""
    await ask(attrs.evolve(headjudge_settings, model_url=recorder.url, model_key="sesame"), f"{provider}/local")

    assert PLANTED not in str(recorder.heard)
    assert keys(recorder) == {"sesame"}


@pytest.mark.parametrize("name", ["gpt-5", "claude-sonnet-4-5"])
async def test_a_bare_name_gets_no_key_of_the_environment(headjudge_settings: Settings, recorder: Recorder, name: str) -> None:
    """Its provider is that of the list."""
    await ask(attrs.evolve(headjudge_settings, model_url=recorder.url), name)

    assert PLANTED not in str(recorder.heard)
    assert keys(recorder) == {"none"}


async def test_who_signs_with_the_environment_is_refused(headjudge_settings: Settings, recorder: Recorder) -> None:
    """Azure's protocol would send AZURE_AD_TOKEN, whatever the key; nothing is asked."""
    with pytest.raises(PluginInvalid, match=r"^the model 'azure/local' cannot be asked at JUDGE_MODEL_URL, which is no host of azure: "):
        await ask(attrs.evolve(headjudge_settings, model_url=recorder.url, model_key="sesame"), "azure/local")

    assert recorder.heard == []
