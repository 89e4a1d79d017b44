"""The four rungs and the two detectors keep what their roles promise."""

import pytest

from headjudge import Detector, Resolver, Rung, Services
from headjudge.testing.contracts import DetectorContract, ResolverContract
from headjudge_names.plugin import headjudge_detectors, headjudge_resolvers


class TestRungs(ResolverContract):
    @pytest.fixture(params=list(Rung))
    def resolver(self, request: pytest.FixtureRequest, headjudge_services: Services) -> Resolver:
        return next(resolver for resolver in headjudge_resolvers(headjudge_services) if resolver.rung is request.param)


class TestDetector(DetectorContract):
    @pytest.fixture(params=["names", "spelling"])
    def detector(self, request: pytest.FixtureRequest, headjudge_services: Services) -> Detector:
        return next(detector for detector in headjudge_detectors(headjudge_services) if detector.name == request.param)


def test_the_hooks_share_one_lexicon(headjudge_services: Services):
    """Names are held in memory once."""
    players = [*headjudge_resolvers(headjudge_services), *headjudge_detectors(headjudge_services)]

    assert len({id(player.lexicons) for player in players}) == 1
