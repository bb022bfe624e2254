"""Tables as a whole, as files and as grids."""

from core.model import (
    Reference,
    Table,
)
from core.model.tables import NumericColumn, TableFileFormat
from core.services import (
    library,
    notes,
    reading,
    reference_lookup,
    table_grid,
)
from core.services.comparison_reports.wording import Language
from core.services.table_files import table_file
from core.services.table_files.printed import PrintedTable
from core.services.table_grid import TableGrid
from core.structure.tables.numbers import numeric_columns, row_labels
from core.workbench.wiring import Wiring


class Tables(Wiring):
    """A table is one thing, however many pages it runs over."""

    def list_tables(self, reg_id: str) -> list[Table]:
        """Without cells."""
        return reading.list_tables(self._database, reg_id)

    def tables_between(
        self, reg_id: str, offset: int = 0, limit: int | None = None
    ) -> tuple[list[Table], int]:
        """Without segments and cells; -> also how many in all."""
        return reading.tables_between(self._database, reg_id, offset, limit)

    def get_table(self, reg_id: str, table_id: str) -> Table:
        return reading.get_table(self._database, reg_id, table_id)

    def table_file(
        self, table: Table, as_format: TableFileFormat, language: Language = "zh"
    ) -> bytes:
        """The table with its notes and source, to download."""
        title = library.get_info(self._database, table.reg_id).title
        known = tuple(notes.notes_of_table(self._database, table))
        return table_file(PrintedTable(table, known, language, title), as_format)

    def numeric_columns(self, table: Table) -> tuple[list[NumericColumn], dict[int, str]]:
        """What can be drawn of a table, and what its rows are called."""
        columns = numeric_columns(table)
        return columns, row_labels(table, columns)

    def stamp(self, reg_id: str) -> str:
        """Another one whenever anything of the regulation is."""
        return table_grid.stamp(self._database, reg_id)

    def table_grid(self, reg_id: str, table_id: str) -> TableGrid:
        """For the browser, which keeps it as long as the stamp is the same."""
        return table_grid.table_grid(self._database, self.get_table(reg_id, table_id))

    def references_in_table(self, table: Table) -> list[Reference]:
        return reference_lookup.references_in_table(self._database, table)
