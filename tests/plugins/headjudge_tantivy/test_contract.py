"""The full-text legs keep what every leg promises."""

import pytest

from headjudge import Retriever, Services
from headjudge.testing.contracts import RetrieverContract
from headjudge_tantivy.plugin import headjudge_retrievers


class TestLegs(RetrieverContract):
    @pytest.fixture(params=["full text", "vocabulary"])
    def retriever(self, request: pytest.FixtureRequest, headjudge_services: Services) -> Retriever:
        return next(leg for leg in headjudge_retrievers(headjudge_services) if leg.name == request.param)
