"""What the desk did, month by month, in numbers that name nobody."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from statistics import median
from typing import Any

from django.db.models import Count, QuerySet
from django.db.models.functions import TruncMonth
from django.utils import timezone

from games.models import Appeal, Report, Sanction

PERIOD = timedelta(days=365)


@dataclass(slots=True)
class Month:
    """One month's figures, by kind or outcome."""

    first: datetime
    reports: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    sanctions: Counter[str] = field(default_factory=Counter)
    appeals: Counter[str] = field(default_factory=Counter)
    until_closed: timedelta | None = None
    """How long half of the reports of this month waited at most until they were closed."""


def monthly_figures(now: datetime | None = None) -> list[Month]:
    """Return the months of the last year, the newest first; one without any figure is left out."""
    since = (now or timezone.now()) - PERIOD
    months: dict[datetime, Month] = {}
    closed = Report.objects.filter(state=Report.State.CLOSED, closed_at__gte=since)
    counted: dict[str, QuerySet[Any]] = {
        "reports": _counts(Report.objects.filter(created_at__gte=since), "created_at", "kind"),
        "outcomes": _counts(closed, "closed_at", "outcome"),
        "sanctions": _counts(Sanction.objects.filter(starts_at__gte=since), "starts_at", "kind"),
        "appeals": _counts(Appeal.objects.filter(created_at__gte=since), "created_at", "state"),
    }
    for name, rows in counted.items():
        for first, sort, count in rows:
            getattr(months.setdefault(first, Month(first)), name)[sort] = count
    for first, waits in _waits(closed).items():
        months[first].until_closed = median(waits)
    return sorted(months.values(), key=lambda month: month.first, reverse=True)


def _counts(rows: QuerySet[Any], moment: str, sort: str) -> QuerySet[Any]:
    by_month = rows.order_by().annotate(month=TruncMonth(moment)).values_list("month", sort)
    return by_month.annotate(count=Count("pk"))


def _waits(closed: QuerySet[Report]) -> dict[datetime, list[timedelta]]:
    waits: dict[datetime, list[timedelta]] = defaultdict(list)
    rows = closed.filter(folded_into=None).annotate(month=TruncMonth("closed_at"))
    for first, created, ended in rows.values_list("month", "created_at", "closed_at"):
        waits[first].append(ended - created)
    return waits
