"""Repairs of the extraction, made by analysts."""

from functools import cached_property

from core.model import Asked, Correction, Job
from core.services import corrections
from core.services.correction_files import written_corrections
from core.services.correction_jobs import CorrectionJobs
from core.workbench.wiring import Wiring


class Correcting(Wiring):
    """Laid over what was read; undone in one step.

    A correction is a job among the others. What is named ``submit`` answers at once, with the job;
    everything else waits for its turn and for what comes of it.
    """

    def correct(self, reg_id: str, asked: Asked, made_by: str, reason: str = "") -> Correction:
        """Repair the extraction: applied everywhere at once, and kept through a re-ingest."""
        return self._waited(self.submit_correction(reg_id, asked, made_by, reason))

    def undo_correction(self, reg_id: str, correction_id: str) -> Correction:
        return self._waited(self.submit_undo(reg_id, correction_id))

    def redo_correction(self, reg_id: str, correction_id: str) -> Correction:
        return self._waited(self.submit_redo(reg_id, correction_id))

    def import_corrections(self, reg_id: str, exported: str) -> list[Correction]:
        """-> those that were not there yet."""
        return self._correction_jobs.wait(self.submit_corrections(reg_id, exported))

    def submit_correction(self, reg_id: str, asked: Asked, made_by: str, reason: str = "") -> Job:
        return self._correction_jobs.correct(reg_id, asked, made_by, reason)

    def submit_undo(self, reg_id: str, correction_id: str) -> Job:
        return self._correction_jobs.undo(reg_id, correction_id)

    def submit_redo(self, reg_id: str, correction_id: str) -> Job:
        return self._correction_jobs.redo(reg_id, correction_id)

    def submit_corrections(self, reg_id: str, exported: str) -> Job:
        """Those of a file that :meth:`export_corrections` wrote."""
        return self._correction_jobs.import_corrections(reg_id, exported)

    def corrected(self, job: Job) -> list[Correction]:
        """What came of a job that has ended, or its failure raised."""
        return self._correction_jobs.outcome(job)

    def corrections(self, reg_id: str) -> list[Correction]:
        """In the order in which they were made, undone and lost ones too."""
        return corrections.corrections_of(self._database, reg_id)

    def export_corrections(self, reg_id: str) -> str:
        """JSON."""
        return written_corrections(reg_id, self.corrections(reg_id))

    def _waited(self, job: Job) -> Correction:
        (correction,) = self._correction_jobs.wait(job)
        return correction

    @cached_property
    def _correction_jobs(self) -> CorrectionJobs:
        return CorrectionJobs(self._queue, self._corrector)
