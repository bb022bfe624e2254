"""Corrections laid over an extraction: found again by their anchors, applied, or listed as lost."""
