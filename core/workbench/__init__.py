"""One set of services over one data directory: what the front doors ask."""

from core.services.ask.live import LiveQuestion
from core.services.search import SearchFilters
from core.workbench.workbench import Workbench

__all__ = ["LiveQuestion", "SearchFilters", "Workbench"]  # what the pages need to ask
