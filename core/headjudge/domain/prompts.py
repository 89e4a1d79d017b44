"""What is said to a language model, what it says, and the record of both."""

import hashlib
from enum import Enum

import attrs

from headjudge.domain.money import Micros

__all__ = ["Completion", "Prompt", "Purpose", "Turn"]


class Purpose(Enum):
    """What a model is asked for: each may have a model of its own."""

    READING = "reading"
    """What a question asks about."""
    VERDICT = "verdict"
    GRADE = "grade"
    """Whether an answer is right, in an evaluation."""


@attrs.frozen
class Prompt:
    """What is sent to a model: instructions, the material, and the most tokens that may come back."""

    system: str
    user: str
    max_tokens: int
    schema: str | None = None
    """JSON schema that the reply must fit, as text."""
    purpose: Purpose = Purpose.VERDICT
    repair: bool = False
    """It asks for a reply again that could not be read. A question has one such call."""

    @property
    def hash(self) -> str:
        """The hash by which a stored call knows what was sent: 32 hexadecimal digits."""
        parts = (self.purpose.value, str(self.max_tokens), self.schema or "", self.system, self.user)
        return hashlib.sha256("\0".join(parts).encode(errors="surrogatepass")).hexdigest()[:32]


@attrs.frozen
class Completion:
    """What a model sent back, with the usage it reported."""

    text: str
    model: str
    input_tokens: int
    output_tokens: int
    """Reasoning too."""
    truncated: bool = False
    """It stopped at the most tokens, not at its end."""
    refusal: bool = False
    """The model, or its provider's filter, would not answer."""


@attrs.frozen
class Turn:
    """One reply of a model as it is kept: enough to run the steps after it again without a model."""

    purpose: Purpose
    prompt_hash: str
    """`Prompt.hash` of what was sent."""
    completion: Completion
    cost: Micros
    """What was booked for it. A first attempt that failed is in the ledger alone."""
