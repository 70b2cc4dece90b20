"""Dates with the month in the genitive: 8 мая 2031 г., 20:30."""

DATETIME_FORMAT = "j E Y г., H:i"
MONTH_DAY_FORMAT = "j E"
