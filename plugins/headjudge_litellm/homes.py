"""Whose server an address leads to: the provider's own, or one's own."""

from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

__all__ = ["at_home", "keeps_keys"]

HOMES: Final[Mapping[str, tuple[str, ...]]] = {
    "anthropic": ("anthropic.com",),
    "azure": ("openai.azure.com", "cognitiveservices.azure.com", "openai.azure.us"),
    "cerebras": ("cerebras.ai",),
    "deepseek": ("deepseek.com",),
    "fireworks_ai": ("fireworks.ai",),
    "gemini": ("generativelanguage.googleapis.com",),
    "groq": ("groq.com",),
    "mistral": ("mistral.ai",),
    "openai": ("openai.com",),
    "openrouter": ("openrouter.ai",),
    "perplexity": ("perplexity.ai",),
    "together_ai": ("together.ai", "together.xyz"),
    "xai": ("x.ai",),
}
"""Hosts of providers, and of what lies below them, where litellm's prices hold. Whoever is not in it is at home nowhere."""
SERVERS: Final = (
    "custom_openai",
    "docker_model_runner",
    "hosted_vllm",
    "infinity",
    "lemonade",
    "litellm_proxy",
    "llamafile",
    "lm_studio",
    "ollama_chat",
    "openai_like",
    "xinference",
)
"""Programs that people run themselves, as litellm calls them. Not `ollama`, which litellm asks a second thing first, and waits."""
SIGNED: Final = ("azure",)
"""With a token of the environment, even where litellm was told a key."""
KEEPING: Final = frozenset((*HOMES, *SERVERS)).difference(SIGNED)


def at_home(provider: str, url: str) -> bool:
    """Return whether *url* leads to a host of *provider*; a blank one always does."""
    host = urlsplit(url).hostname or ""
    return not url or any(host == home or host.endswith(f".{home}") for home in HOMES.get(provider, ()))


def keeps_keys(provider: str) -> bool:
    """Return whether litellm, told a key, sends a server of this kind that one and none of the environment: each was tried."""
    return provider in KEEPING
