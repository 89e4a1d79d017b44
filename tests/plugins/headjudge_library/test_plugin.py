"""What the plugin gives."""

from headjudge import Services
from headjudge_library.plugin import headjudge_detectors, headjudge_retrievers


def test_the_detector_of_concepts_and_the_leg_share_one_index(headjudge_services: Services) -> None:
    """It is built once a process, not once a hook."""
    (detector,) = headjudge_detectors(headjudge_services)
    (leg,) = (leg for leg in headjudge_retrievers(headjudge_services) if leg.name == "concepts")

    assert detector.indexes is leg.indexes
