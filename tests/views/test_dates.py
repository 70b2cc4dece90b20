"""Dates as people of each language write them."""

from datetime import UTC, datetime

import pytest
from django.utils.formats import date_format
from django.utils.translation import override

MOMENT = datetime(2031, 5, 8, 20, 30, tzinfo=UTC)
WRITTEN = {
    "en": ["8 May 2031", "8 May 2031, 20:30", "8 May", "May 2031", "8 May 2031"],
    "uk": ["8 травня 2031 р.", "8 травня 2031 р., 20:30", "8 травня", "Травень 2031", "08.05.2031"],
    "ru": ["8 мая 2031 г.", "8 мая 2031 г., 20:30", "8 мая", "Май 2031 г.", "08.05.2031"],
    "pl": ["8 maja 2031", "8 maja 2031, 20:30", "8 maja", "Maj 2031", "08.05.2031"],
    "zh-hant": ["2031年5月8日", "2031年5月8日 20:30", "5月8日", "2031年5月", "2031年5月8日"],
}
KINDS = ["DATE_FORMAT", "DATETIME_FORMAT", "MONTH_DAY_FORMAT", "YEAR_MONTH_FORMAT", "SHORT_DATE_FORMAT"]


@pytest.mark.parametrize("language", WRITTEN)
def test_a_date_is_written_as_its_language_has_it(language):
    with override(language):
        assert [date_format(MOMENT, kind) for kind in KINDS] == WRITTEN[language]
