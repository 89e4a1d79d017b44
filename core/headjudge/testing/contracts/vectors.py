"""What every `Vectors` promises: vectors come back as they were written, space by space."""

import pytest

from headjudge import Space
from headjudge.testing.contracts.opening import Opening

__all__ = ["VectorsContract"]

SPACE = Space("lantern", 2)
OTHER = Space("candle", 2)
NEAR, FAR = b"\x00\x00\x80\x3f\x00\x00\x00\x00", b"\x00\x00\x00\x00\x00\x00\x80\x3f"


@pytest.mark.asyncio
class VectorsContract(Opening):
    """Every promise of `Vectors`."""

    async def test_no_space_is_in_use_at_first(self, store_url: str) -> None:
        """A new database holds no vectors, and a key in it finds nothing."""
        async with self.opened(store_url) as store:
            assert await store.vectors.held() is None
            assert await store.vectors.get(SPACE, ["a"]) == {}

    async def test_vectors_come_back_byte_for_byte(self, store_url: str) -> None:
        """What was added is found under its key, by every opening of the database; a key that is not there is left out."""
        async with self.opened(store_url) as store:
            await store.vectors.add(SPACE, {"a": NEAR, "b": FAR})

        async with self.opened(store_url) as store:
            assert await store.vectors.get(SPACE, ["a", "b", "c"]) == {"a": NEAR, "b": FAR}
            assert await store.vectors.get(SPACE, ["b"]) == {"b": FAR}

    async def test_many_vectors_are_found_at_once(self, store_url: str) -> None:
        """As many keys as a rulebook has texts can be asked for."""
        async with self.opened(store_url) as store:
            vectors = {f"{number:016x}": NEAR for number in range(2500)}
            await store.vectors.add(SPACE, vectors)

            assert await store.vectors.get(SPACE, vectors.keys()) == vectors

    async def test_spaces_do_not_mix(self, store_url: str) -> None:
        """A key that another embedder made a vector for is not found."""
        async with self.opened(store_url) as store:
            await store.vectors.add(SPACE, {"a": NEAR})
            await store.vectors.add(OTHER, {"a": FAR, "b": FAR})

            assert await store.vectors.get(SPACE, ["a", "b"]) == {"a": NEAR}

    async def test_another_dimension_is_another_space(self, store_url: str) -> None:
        """Vectors that an embedder made before it changed its dimension are not found, and can be made anew."""
        async with self.opened(store_url) as store:
            await store.vectors.add(SPACE, {"a": NEAR})
            wider = Space(SPACE.embedder, 3)

            assert await store.vectors.get(wider, ["a"]) == {}
            await store.vectors.add(wider, {"a": NEAR + FAR[:4]})
            assert await store.vectors.get(wider, ["a"]) == {"a": NEAR + FAR[:4]}

    async def test_what_is_there_stays(self, store_url: str) -> None:
        """Of two processes that embed the same text the second changes nothing, and what else it brings is written."""
        async with self.opened(store_url) as store, self.opened(store_url) as other:
            await store.vectors.add(SPACE, {"a": NEAR})
            await other.vectors.add(SPACE, {"a": FAR, "b": FAR})

            assert await store.vectors.get(SPACE, ["a", "b"]) == {"a": NEAR, "b": FAR}

    async def test_nothing_can_be_added(self, store_url: str) -> None:
        """No vectors are no fault."""
        async with self.opened(store_url) as store:
            await store.vectors.add(SPACE, {})

            assert await store.vectors.get(SPACE, []) == {}

    async def test_the_space_adopted_last_is_in_use(self, store_url: str) -> None:
        """Every process sees it; adopting it again changes nothing."""
        async with self.opened(store_url) as store, self.opened(store_url) as other:
            for space in (SPACE, OTHER, OTHER):
                await store.vectors.adopt(space)

            assert await other.vectors.held() == OTHER

    async def test_a_sweep_leaves_the_keys_of_the_space_in_use(self, store_url: str) -> None:
        """Vectors of other keys and of other embedders go, and are counted."""
        async with self.opened(store_url) as store:
            await store.vectors.add(SPACE, {"a": NEAR, "b": FAR})
            await store.vectors.add(OTHER, {"a": NEAR, "c": FAR})
            await store.vectors.adopt(SPACE)

            assert await store.vectors.sweep(["a", "x"]) == 3
            assert await store.vectors.get(SPACE, ["a", "b"]) == {"a": NEAR}
            assert await store.vectors.get(OTHER, ["a", "c"]) == {}
