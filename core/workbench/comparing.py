"""Two sections, editions or regulations against each other."""

from core.comparison.table_view import TableView
from core.model import (
    ChapterNode,
    RegulationInfo,
)
from core.model.comparison import Comparison, ComparisonRequest
from core.services import (
    compare,
)
from core.services.comparison_reports.html_report import html_report
from core.services.comparison_reports.wording import Language
from core.workbench.wiring import Wiring


class Comparing(Wiring):
    """What was compared lately is not compared again."""

    def compare_sections(
        self,
        reg_id: str,
        section_a: str,
        section_b: str,
        *,
        reg_id_b: str | None = None,
        include_tables: bool = True,
    ) -> Comparison:
        """What was compared lately is not compared again; so with whole regulations."""
        return self._comparisons.get(
            ComparisonRequest(
                reg_a=reg_id,
                reg_b=reg_id_b or reg_id,
                section_a=section_a,
                section_b=section_b,
                include_tables=include_tables,
            )
        )

    def compare_regulations(
        self, reg_a: str, reg_b: str, *, include_tables: bool = True
    ) -> Comparison:
        asked = ComparisonRequest(reg_a=reg_a, reg_b=reg_b, include_tables=include_tables)
        return self._comparisons.get(asked)

    def wait_for_comparison(self, asked: ComparisonRequest, seconds: float) -> Comparison | None:
        """None where it takes longer: the work goes on, ask again."""
        return self._comparisons.wait(asked, seconds)

    def compared_table(self, comparison: Comparison, nth_table: int) -> TableView:
        """A table of both sides, cell by cell; counted from 0."""
        return compare.compared_table(self._database, comparison, nth_table)

    def list_editions(self) -> list[RegulationInfo]:
        """All regulations and their past editions."""
        return self._comparisons.editions()

    def sections_to_compare(self, reg_id: str) -> list[ChapterNode]:
        """Those with a title, in the order of the document."""
        return self._comparisons.sections(reg_id)

    def comparison_html(self, comparison: Comparison, language: Language) -> str:
        """One file to read and send on."""
        return html_report(comparison, language)

    def comparison_xlsx(self, comparison: Comparison, language: Language) -> bytes:
        from core.services.comparison_reports.workbook import (
            xlsx_report,
        )  # openpyxl is slow to load

        return xlsx_report(comparison, language)
