"""A model backend that replies at once, and soundly: what is measured beside it is everything but the model."""

import json
import random
import re
from collections.abc import Iterable
from itertools import islice

import attrs

from headjudge import Completion, Micros, Prompt, Purpose, hookimpl
from headjudge.settings import Settings

__all__ = ["InstantModel", "headjudge_models"]

SAID = (
    "When is the {0} put on the stack, and who chooses its targets?",
    "Does a permanent whose {0} changed still count as the {1}?",
    "Which state-based actions are checked after the {0} when a player has no {1}?",
    "Can a player respond to the {0} before the {1} is paid?",
    "Does a replacement effect apply to the {0} while the {1} is resolving?",
    "In what order are the {0} and the {1} of the active player handled?",
)
"""Paraphrases as a model writes them, two terms short: what a leg remembers of a text must not make the figures better than they are."""
TERMS = (
    *("triggered ability", "activated ability", "combat damage", "mana cost", "additional cost", "commander tax", "copy of a spell", "token"),
    *("controller", "owner", "graveyard", "library", "exile zone", "legendary permanent", "loyalty ability", "attacking creature", "counter"),
    *("characteristic-defining ability", "layer of continuous effects", "priority", "cleanup step", "declare blockers step", "damage"),
)
_RULE = re.compile(r'<rule number="(?P<number>\d{3}\.\d+[a-z]*)"[^>]*>(?P<text>[^<]{40,})</rule>')
_LOOSE = re.compile(r"\d{3}\.|[“”\"]")
"""What would have to be cited as well."""


@attrs.frozen
class InstantModel:
    """Reads each question with two concepts and three paraphrases of its own, and quotes the beginnings of three rules that it is shown."""

    name: str = "instant"
    model: str = "instant-1"

    def worst_case(self, prompt: Prompt) -> Micros:
        return Micros(len(prompt.system.encode()) + len(prompt.user.encode()) + prompt.max_tokens)

    async def complete(self, prompt: Prompt) -> Completion:
        said = json.dumps(_reading(prompt.user) if prompt.purpose is Purpose.READING else _verdict(prompt.user))
        return Completion(said, self.model, len(prompt.user) // 4, len(said) // 4)

    def price(self, completion: Completion) -> Micros:
        return Micros(completion.input_tokens + completion.output_tokens)


def _reading(asked: str) -> dict[str, object]:
    chance = random.Random(asked)
    terms = chance.sample(TERMS, 6)
    said = [sentence.format(*terms[2 * place :]) for place, sentence in enumerate(chance.sample(SAID, 3))]
    return {"source": "cr", "cards": [], "carried": [], "concepts": terms[:2], "paraphrases": said, "categories": []}


def _verdict(shown: str) -> dict[str, object]:
    begun = ((found["number"], " ".join(found["text"].split(" ")[:12])) for found in _RULE.finditer(shown))
    rules = list(islice(((number, words) for number, words in begun if not _LOOSE.search(words)), 3))
    answer = "It works as the rules say. " + " ".join(f"{words} ({number})." for number, words in rules)
    cited = [{"source": number, "quote": words} for number, words in rules]
    rest = {"confidence": "medium", "rules": [], "search": "", "lacking": "none"}
    return {"working": "", "kind": "verdict", "citations": cited, "answer": answer, **rest}


@hookimpl
def headjudge_models(settings: Settings) -> Iterable[InstantModel]:
    """Give the instant model."""
    yield InstantModel()
