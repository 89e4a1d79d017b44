"""Measuring the judge over files of questions whose answers are known."""
