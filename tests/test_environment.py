"""What the site reads from the environment: what is empty counts as none, what is mistyped is refused by its name."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cardcity_site import environment
from tests import forks


@pytest.mark.parametrize("value", ["1", "true", "Yes", "ON", " 1 "])
def test_a_flag_is_on(monkeypatch, value):
    monkeypatch.setenv("HTTPS", value)
    assert environment.flag("HTTPS") is True


@pytest.mark.parametrize("value", ["0", "false", "No", "OFF"])
def test_a_flag_is_off(monkeypatch, value):
    monkeypatch.setenv("HTTPS", value)
    assert environment.flag("HTTPS", True) is False


def test_what_is_empty_is_as_if_it_were_not_there(monkeypatch):
    monkeypatch.setenv("ANY", "")
    assert environment.flag("ANY") is False
    assert environment.flag("ANY", True) is True
    assert environment.number("ANY", 25) == 25
    assert environment.words("ANY", "localhost, [::1]") == ["localhost", "[::1]"]
    assert environment.log_level("ANY", "WARNING") == "WARNING"
    assert environment.time_zone("ANY", "UTC") == "UTC"
    assert environment.database("ANY", "sqlite:////data/site.sqlite3")["NAME"] == "/data/site.sqlite3"


def test_a_level_may_be_written_small(monkeypatch):
    monkeypatch.setenv("LOG_LEVEL", "info")
    assert environment.log_level("LOG_LEVEL", "WARNING") == "INFO"


@pytest.mark.parametrize("scheme", ["postgres", "postgresql"])
def test_postgresql_has_two_names(monkeypatch, scheme):
    monkeypatch.setenv("DATABASE_URL", f"{scheme}://cardcity@db/club")
    found = environment.database("DATABASE_URL", "")
    assert (found["ENGINE"], found["NAME"]) == ("django.db.backends.postgresql", "club")


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("HTTPS", "ture", "HTTPS must be 0 or 1, not 'ture'"),
        ("TABLES_PER_ADDRESS", "many", "TABLES_PER_ADDRESS must be a whole number, not 'many'"),
        ("LOG_LEVEL", "loud", "LOG_LEVEL must be one of "),
        ("TIME_ZONE", "Mars", "TIME_ZONE must be a name such as Europe/Kyiv, not 'Mars'"),
        ("TIME_ZONE", "../Mars", "TIME_ZONE must be a name such as Europe/Kyiv, not '../Mars'"),
        ("DATABASE_URL", "mysql://root@db/club", "sqlite:// or postgres://, not with 'mysql'"),
        ("DATABASE_URL", "postgres://cardcity:hunter2/x@db/club", "DATABASE_URL cannot be read: "),
    ],
)
def test_what_is_mistyped_is_named_at_the_start(tmp_path, name, value, words):
    done = forks.run(["manage.py", "check"], {"CARDCITY_DATA": str(tmp_path), name: value})
    last = done.said.strip().splitlines()[-1]
    assert done.returncode == 1
    assert last.startswith("django.core.exceptions.ImproperlyConfigured: ")
    assert words in last
    assert "hunter2" not in last


@pytest.mark.parametrize("place", ["file", "file/below"])
def test_a_data_folder_that_cannot_be_one_is_named_at_the_start(tmp_path, place):
    (tmp_path / "file").touch()
    done = forks.run(["manage.py", "check"], {"CARDCITY_DATA": str(tmp_path / place)})
    last = done.said.strip().splitlines()[-1]
    assert last.startswith("django.core.exceptions.ImproperlyConfigured: CARDCITY_DATA must be a folder")
    assert str(tmp_path / place) in last


def test_a_site_starts_if_all_is_empty(tmp_path):
    names = "ALLOWED_HOSTS DATABASE_URL EMAIL_BACKEND EMAIL_PORT LOG_LEVEL SECRET_KEY SITE_URL STAFF_SECOND_FACTOR"
    done = forks.run(
        ["manage.py", "check"], {"CARDCITY_DATA": str(tmp_path)} | dict.fromkeys(names.split(), "")
    )
    assert done.returncode == 0, done.said


def data_folder(place, value):
    """Return the data folder of a site that is told of it in another working directory."""
    ask = "from django.conf import settings; print(settings.DATA_DIR.resolve())"
    done = subprocess.run(
        [sys.executable, forks.ROOT / "manage.py", "shell", "-v", "0", "-c", ask],
        cwd=place,
        env={"CARDCITY_DATA": value, "SECRET_KEY": "k" * 50},
        capture_output=True,
        text=True,
        check=True,
    )
    return Path(done.stdout.strip())


def test_the_place_of_the_data_does_not_depend_on_where_a_command_is_given(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    relative = os.path.relpath(tmp_path / "data", forks.ROOT)
    assert data_folder(tmp_path / "elsewhere", relative) == tmp_path / "data"
    assert data_folder(tmp_path / "elsewhere", str(tmp_path / "data")) == tmp_path / "data"
    assert [*(tmp_path / "elsewhere").iterdir()] == []
