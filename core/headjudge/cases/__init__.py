"""Cases: an outside agent does the model's work on a question, step by step, under the same laws."""

from headjudge.cases.docket import Docket
from headjudge.cases.instructions import draft_form, guide, reading_form
from headjudge.cases.shapes import CaseReply, EarlierBody, LeadBody, MaterialBody, SourceBody, Standing, written

__all__ = [
    "CaseReply",
    "Docket",
    "EarlierBody",
    "LeadBody",
    "MaterialBody",
    "SourceBody",
    "Standing",
    "draft_form",
    "guide",
    "reading_form",
    "written",
]
