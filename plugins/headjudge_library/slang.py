"""Players' words put as the rules say them: ``gy`` is a graveyard, ``drew`` is to draw."""

from collections.abc import Iterable, Sequence

import attrs

from headjudge_library.phrases import PhraseBook

__all__ = ["Slang"]


@attrs.frozen
class Slang:
    """What stands for what, in stems."""

    book: PhraseBook[tuple[str, ...]]

    @classmethod
    def of(cls, pairs: Iterable[tuple[Sequence[str], Sequence[str]]]) -> "Slang":
        """Return the slang of (said, meant) *pairs*."""
        return cls(PhraseBook((said, tuple(meant)) for said, meant in pairs))

    def plain(self, stems: Sequence[str]) -> tuple[str, ...]:
        """Return *stems* with the slang in it replaced: the first that begins, the longest of those that begin together."""
        told: list[str] = []
        reach = 0
        for match in sorted(self.book.matches(stems), key=lambda match: match.start):
            if match.start >= reach:
                told += (*stems[reach : match.start], *match.meaning)
                reach = match.end
        return (*told, *stems[reach:])
