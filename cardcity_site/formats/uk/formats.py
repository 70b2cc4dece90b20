"""Dates with the month in the genitive and no zero before the day: 8 травня 2031 р., 20:30."""

DATE_FORMAT = "j E Y р."
DATETIME_FORMAT = "j E Y р., H:i"
MONTH_DAY_FORMAT = "j E"
