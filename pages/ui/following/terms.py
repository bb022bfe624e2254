"""The terms that a regulation defines, asked for on every click."""

from core.model.glossary import Glossary
from pages.ui.resources import remembered, workbench


@remembered(entries=8)
def glossary_of(reg_id: str) -> Glossary:
    return workbench().glossary(reg_id)
