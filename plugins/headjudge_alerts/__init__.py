"""Alerts to an operator's webhook."""
