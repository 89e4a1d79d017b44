"""litellm itself, kept quiet: one request, one reply."""

import json
import logging
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, Final, NoReturn

import litellm
import openai
from litellm.llms.custom_httpx.http_handler import AsyncHTTPHandler
from litellm.llms.openai.common_utils import BaseOpenAILLM

from headjudge import Prompt
from headjudge_litellm.models import EmbedModel, Model

__all__ = ["Client"]

IN_WORDS: Final = "\n\nReply with one JSON object and nothing else. It must fit this JSON schema:\n"
OPENAI: Final = "https://api.openai.com/v1"
ONCE: Final[Mapping[str, Any]] = {"num_retries": 0, "max_retries": 0, "drop_params": True}
"""Trying again is the core's business. What a model has no setting for is not sent, such as a temperature."""


class Client:
    """Sends single requests.

    litellm keeps its settings and its connections for the whole process, so these are not this object's alone.
    """

    def __init__(self, timeout: float) -> None:
        """Set litellm up, once it is imported; *timeout* in seconds."""
        self._timeout = timeout
        litellm.telemetry = False
        litellm.DEFAULT_MAX_RETRIES = 0  # for embeddings it takes 0 to mean unset, and then this
        AsyncHTTPHandler.single_connection_post_request = _not_again
        AsyncHTTPHandler.create_client = _straight(AsyncHTTPHandler.create_client)
        BaseOpenAILLM._get_async_http_client = staticmethod(_straight(BaseOpenAILLM._get_async_http_client))  # noqa: SLF001  (it has no setting)
        litellm.suppress_debug_info = True  # else it prints where to give feedback
        litellm.disable_aiohttp_transport = True  # httpx leaves nothing open at the end
        litellm.disable_hf_tokenizer_download = True
        for name in ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # its lines may hold what was asked; ours tell of failures
        # Of pydantic's over litellm's own types, and over replies whose usage is no number, which are told as failures.
        warnings.filterwarnings("ignore", r"Item '\w+' on TypedDict class|Pydantic serializer warnings", UserWarning)
        # Both put off 0.7 s of work until they are first used, and would hold the event loop up. Nothing is sent here.
        litellm.completion("openai/none", [{"role": "user", "content": "-"}], mock_response="-")
        _ = openai.AsyncOpenAI(api_key="-").chat.completions

    def fits_schemas(self, model: Model) -> bool:
        """Return whether *model* is taken to know JSON schemas; servers of one's own are: vLLM, llama.cpp and Ollama do."""
        return model.own or bool(litellm.supports_response_schema(model.name))

    async def complete(self, prompt: Prompt, model: Model, effort: str, *, by_schema: bool) -> Any:
        """Return litellm's reply to *prompt*: its schema told as the protocol has it, or in words.

        A server of one's own is told both, for some pass over what they do not know.
        """
        in_words = prompt.schema if model.own or not by_schema else None
        system = prompt.system + IN_WORDS + in_words if in_words else prompt.system
        wanted = {"type": "json_schema", "json_schema": {"name": "reply", "strict": True, "schema": json.loads(prompt.schema or "{}")}}
        return await litellm.acompletion(
            model=model.name,
            messages=[{"role": "system", "content": _sound(system)}, {"role": "user", "content": _sound(prompt.user)}],
            max_tokens=prompt.max_tokens,
            temperature=0,
            reasoning_effort=effort or None,
            response_format=wanted if by_schema else None,
            **self._common(model),
        )

    async def embed(self, texts: Sequence[str], model: EmbedModel) -> Any:
        """Return litellm's reply with a vector for each of *texts*."""
        shortened = {"dimensions": model.dimension} if model.shortened else {}
        return await litellm.aembedding(model=model.name, input=[_sound(text) for text in texts], **shortened, **self._common(model))

    def _common(self, model: Model) -> Mapping[str, Any]:
        """What every request has. OpenAI's models are asked at OpenAI's, whose prices are known, and not where OPENAI_BASE_URL leads."""
        home = OPENAI if litellm.get_llm_provider(model.name)[1] == "openai" else None
        return {**ONCE, "timeout": self._timeout, "api_base": model.url or home, "api_key": model.key or None}

    async def close(self) -> None:
        """Close every connection of litellm, and forget it: it would be taken up again."""
        await litellm.close_litellm_async_clients()
        litellm.in_memory_llm_clients_cache.flush_cache()


async def _not_again(*_: object, **__: object) -> NoReturn:
    """Stand where litellm sends a request again whose connection broke off: both may be billed, and only the core may try again."""
    raise ConnectionError("the connection broke off")


def _straight(make: Callable[..., Any]) -> Callable[..., Any]:
    """*make*, whose clients follow no redirection: the prompt would go where nobody sent it, and may be billed at each step."""

    @wraps(make)
    def made(*args: Any, **kwargs: Any) -> Any:
        client = make(*args, **kwargs)
        client.follow_redirects = False
        return client

    return made if not hasattr(make, "__wrapped__") else make  # another Client has done it


def _sound(text: str) -> str:
    """*text* without halves of characters, which cannot be sent."""
    return text.encode(errors="replace").decode()
