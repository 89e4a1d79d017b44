"""The four rungs and the detector of names keep what their roles promise."""

import pytest

from headjudge import Detector, Resolver, Rung, Services
from headjudge.testing.contracts import DetectorContract, ResolverContract
from headjudge_names.plugin import headjudge_detectors, headjudge_resolvers


class TestRungs(ResolverContract):
    @pytest.fixture(params=list(Rung))
    def resolver(self, request: pytest.FixtureRequest, headjudge_services: Services) -> Resolver:
        return next(resolver for resolver in headjudge_resolvers(headjudge_services) if resolver.rung is request.param)


class TestDetector(DetectorContract):
    @pytest.fixture
    def detector(self, headjudge_services: Services) -> Detector:
        return next(iter(headjudge_detectors(headjudge_services)))
