"""The model backend as the role `ModelBackend` promises it."""

import asyncio
from collections.abc import Mapping
from typing import Final

import structlog

from headjudge import BackendFailed, Completion, Failure, Micros, Prompt, Purpose
from headjudge_litellm.failures import failure_of, refuses_schema
from headjudge_litellm.models import Model
from headjudge_litellm.replies import DEAREST, completion, request_bytes
from headjudge_litellm.vendor import Vendor

__all__ = ["NAME", "LiteLlm"]

NAME: Final = "litellm"
log: Final = structlog.get_logger()


class LiteLlm:
    """Whatever model litellm speaks to. Each `complete` is one request."""

    name = NAME

    def __init__(self, models: Mapping[Purpose, Model], effort: str, timeout: float, vendor: Vendor) -> None:
        """Take a model for each purpose; *timeout* in seconds bounds a whole request."""
        self._models, self._effort, self._timeout, self._vendor = models, effort, timeout, vendor
        self._without_schema: set[Model] = set()

    @property
    def model(self) -> str:
        judging, reading = self._models[Purpose.VERDICT], self._models[Purpose.READING]
        parts = [judging.name, f"reading {reading.name}" if reading != judging else "", f"effort {self._effort}" if self._effort else ""]
        return ", ".join(filter(None, [*parts, f"at {judging.place}" if judging.place else ""]))

    async def warm(self) -> None:
        """Import litellm."""
        await self._vendor.client()

    async def close(self) -> None:
        """Close litellm's connections."""
        await self._vendor.close()

    def worst_case(self, prompt: Prompt) -> Micros:
        return self._models[prompt.purpose].price.dearest.cost(request_bytes(prompt), prompt.max_tokens)

    def price(self, completion: Completion) -> Micros:
        sent, received = completion.input_tokens, completion.output_tokens
        name = completion.model.removesuffix(DEAREST)
        prices = [model.price for model in self._models.values() if model.name == name] or [model.price for model in self._models.values()]
        usual = name == completion.model
        return max((price.usual(sent) if usual else price.dearest).cost(sent, received) for price in prices)

    async def complete(self, prompt: Prompt) -> Completion:
        model, client = self._models[prompt.purpose], await self._vendor.client()
        by_schema = bool(prompt.schema) and model not in self._without_schema and client.fits_schemas(model)
        try:
            async with asyncio.timeout(self._timeout):  # litellm's own is for each piece that arrives
                reply = await client.complete(prompt, model, self._effort, by_schema=by_schema)
        except Exception as error:  # noqa: BLE001  # litellm raises whatever it meets
            if by_schema and refuses_schema(error):
                raise self._do_without_schema(model) from None
            raise failure_of(error, model) from None  # what litellm raised may hold the question, and a traceback would tell it
        return completion(reply, model, prompt)

    def _do_without_schema(self, model: Model) -> BackendFailed:
        """Ask *model* in words alone from now on. A failure that may pass: the core tries again, and pays for each attempt."""
        log.warning("model.schema_refused", model=model.name)
        self._without_schema.add(model)
        return BackendFailed(f"the model {model.name!r} takes no JSON schema; it is asked in words from now on", sent=False, failure=Failure.SERVER)
