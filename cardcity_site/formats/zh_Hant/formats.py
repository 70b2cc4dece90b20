"""Dates with no zero before the month: 5月8日."""

MONTH_DAY_FORMAT = "n月j日"
