"""Secrets of second factors: sealed by a key that lies beside the data, those of older sites too."""

import json
import stat
from importlib import import_module

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value, yield_hotp_counters_from_time
from cryptography.fernet import Fernet, InvalidToken
from django.apps import apps
from django.db import connection

from games.checks import second_factors_share_a_key
from games.services.people import secrets
from tests.views.members import account

pytestmark = pytest.mark.django_db
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
migration = import_module("games.migrations.0011_entrance")


@pytest.fixture(autouse=True)
def own_key(settings, tmp_path):
    settings.SECOND_FACTOR_KEY, settings.SECOND_FACTOR_FILE = "", tmp_path / "mfa.key"
    secrets._kept_key.cache_clear()
    yield
    secrets._kept_key.cache_clear()


def stored():
    """Return what the database holds of authenticators, as a copy of it would."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT data FROM mfa_authenticator ORDER BY id")
        return json.dumps(cursor.fetchall())


def code_now():
    return format_hotp_value(hotp_value(SECRET, list(yield_hotp_counters_from_time())[1]))


def test_a_secret_is_not_in_the_database_and_its_codes_are_good():
    found = TOTP.activate(account(), SECRET)
    assert SECRET not in stored()
    assert found.validate_code(code_now())


def test_recovery_codes_cannot_be_reckoned_from_the_database():
    codes = RecoveryCodes.activate(account()).generate_codes()
    seed = Authenticator.objects.get().data["seed"]
    assert seed.startswith(secrets.SEALED)
    assert secrets.unseal(seed) not in stored()
    again = RecoveryCodes(Authenticator.objects.get())
    assert again.generate_codes() == codes
    assert again.validate_code(codes[3])


def test_what_an_older_site_stored_is_good_and_is_sealed_by_the_migration():
    user = account()
    Authenticator.objects.create(user=user, type="totp", data={"secret": SECRET})
    clear = {"seed": "ab" * 40, "used_mask": 5, "migrated_codes": ["12345678", "87654321"]}
    Authenticator.objects.create(user=user, type="recovery_codes", data=clear)
    assert TOTP(Authenticator.objects.get(type="totp")).validate_code(code_now())
    for _twice in range(2):
        migration.seal_secrets(apps, None)
        assert not any(each in stored() for each in (SECRET, "ab" * 40, "12345678"))
    assert TOTP(Authenticator.objects.get(type="totp")).instance.data["secret"].startswith(secrets.SEALED)
    codes = RecoveryCodes(Authenticator.objects.get(type="recovery_codes"))
    assert codes.generate_codes() == ["12345678", "87654321"]
    assert codes.instance.data["used_mask"] == 5


def test_the_key_is_made_once_and_is_nobody_elses(settings):
    first = secrets.seal("x")
    path = settings.SECOND_FACTOR_FILE
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    secrets._kept_key.cache_clear()
    assert secrets.unseal(first) == "x"
    settings.SECOND_FACTOR_KEY = Fernet.generate_key().decode()
    assert secrets.unseal(secrets.seal("y")) == "y"


def test_with_another_key_no_code_fits_and_the_log_says_why(settings, caplog):
    found = TOTP.activate(account(), SECRET)
    settings.SECOND_FACTOR_KEY = Fernet.generate_key().decode()
    assert not found.validate_code(code_now())
    assert "key of second factors" in caplog.text


def test_going_back_to_older_code_stores_what_it_can_read():
    user = account()
    TOTP.activate(user, SECRET)
    clear = {"seed": "ab" * 40, "used_mask": 5, "migrated_codes": ["12345678", "87654321"]}
    Authenticator.objects.create(user=user, type="recovery_codes", data=clear)
    migration.seal_secrets(apps, None)
    backwards = migration.Migration.operations[-1].reverse_code
    for _twice in range(2):
        backwards(apps, None)
        found = dict(Authenticator.objects.values_list("type", "data"))
        assert found == {"totp": {"secret": SECRET}, "recovery_codes": clear}


def test_going_back_with_another_key_fails_before_a_secret_is_lost(settings):
    TOTP.activate(account(), SECRET)
    before, settings.SECOND_FACTOR_KEY = stored(), Fernet.generate_key().decode()
    with pytest.raises(InvalidToken):
        migration.open_secrets(apps, None)
    assert stored() == before


def test_a_process_without_the_others_key_is_asked_for_it(settings):
    settings.REDIS_URL = ""
    assert not second_factors_share_a_key()
    settings.REDIS_URL = "redis://cache:6379/0"
    assert [warning.id for warning in second_factors_share_a_key()] == ["games.W006"]
    settings.SECOND_FACTOR_KEY = Fernet.generate_key().decode()
    assert not second_factors_share_a_key()


def test_processes_with_one_data_folder_share_its_key(settings):
    settings.REDIS_URL = "redis://cache:6379/0"
    secrets.make_key()
    assert not second_factors_share_a_key()
