"""The hooks by which a plugin joins: each is called once, at start, and gives an iterable of objects that play a role.

A plugin is a module (or object) named by an entry point of the group ``headjudge``.
Suppliers are lent the settings; the panel is lent `Services`.
"""

from collections.abc import Iterable
from typing import Final

import pluggy

from headjudge.doors import Door
from headjudge.roles import Alarm, Detector, Embedder, Extractor, ModelBackend, Resolver, Retriever, Source, Store, Synthesizer, Validator
from headjudge.services import Services
from headjudge.settings import Settings

__all__ = ["GROUP", "PANEL", "SUPPLIERS", "hookimpl", "hookspec"]

GROUP: Final = "headjudge"
"""Group of the entry points by which plugins are found; also pluggy's project name."""
hookspec: Final = pluggy.HookspecMarker(GROUP)
hookimpl: Final = pluggy.HookimplMarker(GROUP)

# The bodies below never run: pluggy calls the plugins' implementations and reads only a specification's name and arguments.


@hookspec
def headjudge_stores(settings: Settings) -> Iterable[Store]:
    """Give kinds of database; the scheme of JUDGE_DATABASE_URL chooses one.

    Example::

        from headjudge import hookimpl

        class Shelf:
            schemes = ("shelf",)

            async def open(self, url):
                raise NotImplementedError("return an OpenStore here")

        @hookimpl
        def headjudge_stores(settings):
            yield Shelf()
    """
    raise NotImplementedError


@hookspec
def headjudge_models(settings: Settings) -> Iterable[ModelBackend]:
    """Give language models; JUDGE_MODEL_BACKEND chooses one by name. The core meters every call.

    Example::

        from headjudge import Completion, Micros, hookimpl

        class Parrot:
            name = "parrot"
            model = "parrot-1"

            def worst_case(self, prompt):
                return Micros(len(prompt.user.encode()) + prompt.max_tokens)

            async def complete(self, prompt):
                return Completion(prompt.user, "parrot-1", input_tokens=1, output_tokens=1)

            def price(self, completion):
                return Micros(completion.input_tokens + completion.output_tokens)

        @hookimpl
        def headjudge_models(settings):
            yield Parrot()
    """
    raise NotImplementedError


@hookspec
def headjudge_embedders(settings: Settings) -> Iterable[Embedder]:
    """Give embedders; JUDGE_EMBEDDER chooses one by name, and blank means that vector search is off.

    Example::

        import numpy as np
        from headjudge import Micros, hookimpl

        class Lengths:
            name = "lengths-2"
            dimension = 2

            def worst_case(self, texts):
                return Micros(0)

            async def embed(self, texts):
                angles = np.array([len(text) for text in texts], dtype=np.float32)
                return np.stack([np.cos(angles), np.sin(angles)], axis=1)

        @hookimpl
        def headjudge_embedders(settings):
            yield Lengths()
    """
    raise NotImplementedError


@hookspec
def headjudge_alarms(settings: Settings) -> Iterable[Alarm]:
    """Give ways to tell the operator; all of them are told.

    Example::

        from headjudge import hookimpl

        class Bell:
            name = "bell"

            async def sound(self, event):
                print(event.text)

        @hookimpl
        def headjudge_alarms(settings):
            yield Bell()
    """
    raise NotImplementedError


@hookspec
def headjudge_extractors(services: Services) -> Iterable[Extractor]:
    """Give extractors; JUDGE_EXTRACTOR chooses one by name.

    Example::

        from headjudge import Reading, hookimpl

        class Plain:
            name = "plain"

            async def extract(self, question, corpus, seen):
                return Reading(question, concepts=tuple(question.pinned_text.split()))

        @hookimpl
        def headjudge_extractors(services):
            yield Plain()
    """
    raise NotImplementedError


@hookspec
def headjudge_detectors(services: Services) -> Iterable[Detector]:
    """Give detectors of names and concepts in running text; all of them look at every question.

    Example::

        from headjudge import Sightings, Span, hookimpl

        class Capitals:
            name = "capitals"

            async def detect(self, text, corpus):
                return Sightings(tuple(Span(word) for word in text.split() if word.isupper()))

        @hookimpl
        def headjudge_detectors(services):
            yield Capitals()
    """
    raise NotImplementedError


@hookspec
def headjudge_resolvers(services: Services) -> Iterable[Resolver]:
    """Give resolvers of card names; each states its rung, and rungs are asked in the order of `Rung`.

    Example::

        from headjudge import Rung, fold, hookimpl

        class Reversed:
            name = "reversed"
            rung = Rung.FUZZY

            async def resolve(self, span, corpus):
                names = await corpus.named(fold(span.text[::-1]))
                return [name.oracle_id for name in names]

        @hookimpl
        def headjudge_resolvers(services):
            yield Reversed()
    """
    raise NotImplementedError


@hookspec
def headjudge_retrievers(services: Services) -> Iterable[Retriever]:
    """Give retrieval legs; all of them are asked at once, and JUDGE_LEG_WEIGHTS weighs them by name.

    Example::

        from headjudge import Hit, Kind, Reference, hookimpl

        class Shortest:
            name = "shortest"

            async def retrieve(self, inquiry, corpus, limit):
                rules = sorted(await corpus.rules(), key=lambda rule: len(rule.text))
                return [Hit(Reference(Kind.RULE, rule.number), 1 / (1 + place)) for place, rule in enumerate(rules[:limit])]

        @hookimpl
        def headjudge_retrievers(services):
            yield Shortest()
    """
    raise NotImplementedError


@hookspec
def headjudge_synthesizers(services: Services) -> Iterable[Synthesizer]:
    """Give synthesizers; JUDGE_SYNTHESIZER chooses one by name. Whatever it writes must pass the laws.

    Example::

        from headjudge import Draft, Quote, hookimpl

        class First:
            name = "first"

            async def synthesize(self, brief, objections=()):
                best = brief.passages[0]
                return Draft(f"See {best.label}.", (Quote(best.reference, best.text),))

        @hookimpl
        def headjudge_synthesizers(services):
            yield First()
    """
    raise NotImplementedError


@hookspec
def headjudge_validators(services: Services) -> Iterable[Validator]:
    """Give validators; they are asked after the laws and may object, never allow.

    Example::

        from headjudge import Objection, hookimpl

        class Brief:
            name = "brief"

            def validate(self, draft, brief):
                if len(draft.answer) > 4000:
                    yield Objection("The answer is longer than 4,000 characters; shorten it.")

        @hookimpl
        def headjudge_validators(services):
            yield Brief()
    """
    raise NotImplementedError


@hookspec
def headjudge_sources(services: Services) -> Iterable[Source]:
    """Give sources of corpora; `judge refresh` asks them in the order of their shelves.

    Example::

        from headjudge import Alias, Shelf, hookimpl

        class House:
            name = "house nicknames"
            corpus = "practice"
            shelf = Shelf.ALIASES

            async def latest(self):
                return "1"

            async def fetch(self, version, progress):
                yield [Alias("my nickname", ("Some Card",))]

            async def review(self, corpus):
                return []

        @hookimpl
        def headjudge_sources(services):
            yield House()
    """
    raise NotImplementedError


@hookspec
def headjudge_doors(services: Services) -> Iterable[Door]:
    """Give doors; `judge serve` opens those whose switches it is given.

    Example::

        from headjudge import Question, hookimpl

        class Letterbox:
            name = "letterbox"
            switches = ("letterbox",)

            def needs(self, switches):
                return ()

            async def serve(self, desk, switches):
                print(await desk.hear(Question("Who goes first?")))

        @hookimpl
        def headjudge_doors(services):
            yield Letterbox()
    """
    raise NotImplementedError


SUPPLIERS: Final = ("stores", "models", "embedders", "alarms")
"""Hooks that get the settings, collected first."""
PANEL: Final = ("extractors", "detectors", "resolvers", "retrievers", "synthesizers", "validators", "sources", "doors")
"""Hooks that get `Services`."""
