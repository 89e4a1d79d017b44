"""The JSON forms in which a reading and a verdict are written, by a model or by an agent outside."""

from headjudge.forms.fields import FormInvalid
from headjudge.forms.readings import OUT_OF_SCOPE, TOURNAMENT, read_reading, reading_schema
from headjudge.forms.verdicts import KINDS, handles, read_look_up, read_verdict, verdict_schema

__all__ = [
    "KINDS",
    "OUT_OF_SCOPE",
    "TOURNAMENT",
    "FormInvalid",
    "handles",
    "read_look_up",
    "read_reading",
    "read_verdict",
    "reading_schema",
    "verdict_schema",
]
