"""Support keeps what the role of a validator promises."""

import pytest

from headjudge import Brief, Draft, Quote, Services, Validator
from headjudge.testing.contracts import ValidatorContract
from headjudge_support.plugin import headjudge_validators


class TestSupport(ValidatorContract):
    @pytest.fixture
    def validator(self, headjudge_services: Services) -> Validator:
        return next(iter(headjudge_validators(headjudge_services)))

    @pytest.fixture
    def guilty(self, brief: Brief) -> Draft:
        passage = brief.passages[0]
        answer = "Whenever a creature with gloamwick is tallowed, its controller never hums at every lantern."
        return Draft(answer, (Quote(passage.reference, passage.text),))
