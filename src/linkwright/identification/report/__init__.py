"""The report of an identification: tables, pictures, one page, and the robot with the parameters that were found."""

from linkwright.identification.report.data import as_data
from linkwright.identification.report.write import write_report

__all__ = ["as_data", "write_report"]
