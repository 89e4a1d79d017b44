"""Entry module: the vector legs."""

from collections.abc import Iterable

from headjudge import Retriever, Services, hookimpl

__all__ = ["headjudge_retrievers"]


@hookimpl
def headjudge_retrievers(services: Services) -> Iterable[Retriever]:
    """Give the legs `vectors` and `group vectors`, which share one embedding of the question; none where no embedder is chosen.

    Raises:
        ModuleNotFoundError: faiss is not installed; a note tells how to.
    """
    if services.embedder is None:
        return ()
    try:
        from headjudge_faiss.legs import legs  # noqa: PLC0415  (faiss takes 0.1 s and 30 MB: for who has chosen an embedder)
        from headjudge_faiss.search import Search  # noqa: PLC0415
    except ModuleNotFoundError as error:
        error.add_note("pip install 'headjudge[vectors]'")
        raise
    return legs(Search(services.embedder, services.clock))
