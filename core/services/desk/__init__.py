"""Desks: reading contexts in the store, their windows, their proof and their way out."""

from core.services.desk.desks import Desks

__all__ = ["Desks"]
