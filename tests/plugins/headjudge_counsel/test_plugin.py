"""What counsel brings, with a model and without one."""

import attrs

from headjudge import BudgetPeriod, Micros, Services
from headjudge.metering import Budget, MeteredModel
from headjudge.testing import MemoryLedger, ScriptedModel, StoppedClock
from headjudge_counsel.plugin import headjudge_extractors, headjudge_synthesizers


def test_without_a_model_there_is_nobody_to_ask(headjudge_services: Services) -> None:
    """Neither player is given."""
    assert (list(headjudge_extractors(headjudge_services)), list(headjudge_synthesizers(headjudge_services))) == ([], [])


def test_with_a_model_both_players_are_called_counsel(headjudge_services: Services) -> None:
    """Each with the most tokens that the settings give it."""
    model = MeteredModel(ScriptedModel([]), Budget(MemoryLedger(), StoppedClock(), Micros(1), BudgetPeriod.DAY, "p1"))
    services = attrs.evolve(headjudge_services, model=model)

    (extractor,), (synthesizer,) = headjudge_extractors(services), headjudge_synthesizers(services)
    assert (extractor.name, extractor.max_tokens) == ("counsel", services.settings.extract_max_tokens)
    assert (synthesizer.name, synthesizer.max_tokens) == ("counsel", services.settings.model_max_tokens)
