"""Fixtures that several test folders share."""

import gc
import os
import shutil
import signal
from collections import Counter
from contextlib import ExitStack
from math import inf
from pathlib import Path
from random import Random
from types import SimpleNamespace
from uuid import UUID
from zlib import crc32

import pytest
from django.conf import settings
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.core.management.commands import flush
from django.template import Template
from django.test import override_settings
from django.test.signals import reset_template_engines
from django.test.utils import instrumented_test_render
from hypothesis import settings as settings_of_examples
from playwright.sync_api import expect, sync_playwright

from games import fair
from games.models import Game
from games.rules import registry
from games.selectors.stored import logs, position
from games.services.background import later
from games.services.rights import site_state
from games.services.storage import offers
from tests.migrated import PLACE, copy_database, copy_static, remove_database, shared_place, template_on
from tests.served import Site, database_for_a_site
from tests.thorough import DEALS, PATIENCE, REPEAT, SEED, THOROUGH

DEMO_TEMPLATES = Path(__file__).parent / "demo" / "templates"
# The build without a window opens a page in a third of the time.
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
MIGRATED = {model._meta.db_table for model in (ContentType, Permission, Group, Group.permissions.through)}
RENDER = Template._render
settings_of_examples.register_profile("day", max_examples=1_000, deadline=None, derandomize=True)
settings_of_examples.register_profile("night", max_examples=10_000, deadline=None, print_blob=True)
settings_of_examples.load_profile("night" if THOROUGH else "day")
LEAN = ["--no-sandbox", "--disable-gpu", "--disable-extensions", "--disable-background-networking"]


def pytest_configure(config):
    """End on a TERM as on Ctrl-C: with everything put away that tests have started."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    places = ExitStack()
    places.enter_context(shared_place())
    config.add_cleanup(places.close)
    # Workers report to the process that started them.
    if "RED_TESTS" in os.environ and not hasattr(config, "workerinput"):
        config.pluginmanager.register(RedTests(Path(os.environ["RED_TESTS"])))


def pytest_terminal_summary(terminalreporter):
    """Say what repeats the random games of this run; a header is not shown by a quiet run."""
    terminalreporter.write_line(f"Random games from seed {SEED} on: {REPEAT} plays the same.")


def pytest_collection_modifyitems(config, items):
    """Let what commits, and so may meet locks and constraints, run on both databases; leave out what has no turn."""
    # Who asks for one test by its name gets it, and so does who asks for those that were red.
    if not getattr(config.option, "lf", False) and not any("::" in argument for argument in config.args):
        config.hook.pytest_deselected(items=take_out(items))
    for item in items:
        mark = item.get_closest_marker("django_db")
        if (mark and mark.kwargs.get("transaction")) or "transactional_db" in item.fixturenames:
            item.add_marker(pytest.mark.database)


def pytest_collection_finish(session):
    """Look no more for garbage among what was imported and collected: that took 4 % of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


class RedTests:
    """Notes what fails, in a file of its own that is printed once more when a run of several parts has ended."""

    def __init__(self, path):
        self.path = path

    def pytest_runtest_logreport(self, report):
        if report.failed:
            crash = getattr(report.longrepr, "reprcrash", None)
            why = f"{crash.path}:{crash.lineno}: {crash.message}" if crash else str(report.longrepr)[-500:]
            with self.path.open("a") as red:
                print(f"{report.when} of {report.nodeid}\n  {why[:500]}", file=red)


def take_out(items):
    """Take out and return what is not run with this commit: the next ones run it.

    That is, of each n tests marked ``in_turn(n)`` all but one, and so of each three in browsers and of each three on
    PostgreSQL, where a mark multiplies. Of one test with many parameters it is each n-th.
    """
    seen, left_out = Counter(), []
    for item in () if THOROUGH else list(items):
        name = item.nodeid.partition("[")[0]
        # Mixed, not added: else what is chosen elsewhere by the seed would always meet the same turn.
        if (seen[name] + crc32(f"{name} {SEED}".encode())) % turn_of(item):
            items.remove(item)
            left_out.append(item)
        seen[name] += 1
    return left_out


def turn_of(item):
    """Return with how many commits a test is run once."""
    mark = item.get_closest_marker("in_turn")
    is_dear = item.get_closest_marker("browser") or settings.DATABASES["default"]["ENGINE"].endswith(
        "postgresql"
    )
    return (mark.args[0] if mark else 1) * (3 if is_dear else 1)


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_modify_db_settings):
    """Begin with a copy of the database that was migrated once for all."""
    database = settings.DATABASES["default"]
    if not database["ENGINE"].endswith("sqlite3"):
        database["TEST"]["TEMPLATE"] = template_on(os.environ["DATABASE_URL"])
        yield False
        return
    copy_database(database["TEST"]["NAME"])
    yield True
    remove_database(database["TEST"]["NAME"])


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings):
    """Let nothing wait for the disk: what a crash would lose was made for one test. Served sites do wait.

    Each run has files of its own, so that several may test one checkout.
    """
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        database["TEST"]["NAME"] = str(Path(os.environ[PLACE]) / Path(database["TEST"]["NAME"]).name)
        pragmas = database["OPTIONS"]["init_command"].replace("synchronous=FULL", "synchronous=OFF")
        database["OPTIONS"] = {**database["OPTIONS"], "init_command": pragmas}


@pytest.fixture(scope="session", autouse=True)
def plain_static_files(django_test_environment):
    """Name static files as they are; only a served site has collected ones."""
    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.SERVESTATIC_USE_MANIFEST = False
    # Every test client would read all files that `make run` has collected here.
    settings.SERVESTATIC_USE_STATIC_ROOT = False
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if "servestatic" not in name]


@pytest.fixture(scope="session", autouse=True)
def demo():
    """Offer the invented title of tests/demo beside the real ones."""
    registry.SLUGS["demo"] = "tests.demo.ruleset"
    return registry.get("demo")


@pytest.fixture(scope="session", autouse=True)
def demo_templates(django_test_environment):
    settings.TEMPLATES[0]["DIRS"].append(DEMO_TEMPLATES)
    reset_template_engines(setting="TEMPLATES")


@pytest.fixture(scope="session", autouse=True)
def quick_passwords(django_test_environment):
    """Hash passwords fast: what protects them costs a second for each account."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(scope="session", autouse=True)
def short_flushes(django_test_environment):
    """Leave what migrations write where it is when tables are emptied after a test: no test writes it."""

    def sql_flush(style, connection, **options):
        tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
        return connection.ops.sql_flush(style, sorted({*tables} - MIGRATED), **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flush, "sql_flush", sql_flush)
        patch.setattr(flush, "emit_post_migrate_signal", lambda *_: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def plain_rendering(django_test_environment):
    """Render as a site does: to note what each template is given takes a sixth of a page's time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "_render", RENDER)
        yield


@pytest.fixture
def noted_rendering(monkeypatch):
    """Let answers have a ``context`` nevertheless."""
    monkeypatch.setattr(Template, "_render", instrumented_test_render)


@pytest.fixture(autouse=True)
def same_deals(request, monkeypatch):
    """Deal each test the same games in every run, so that none is red by chance; at night others."""
    random = Random(f"{request.node.nodeid} {DEALS}")

    def new_seed():
        return fair.Secret(random.randbytes(fair.keys.SEED_BYTES))

    def new_name():
        return UUID(int=random.getrandbits(128), version=4)

    for module in (fair, fair.keys):
        monkeypatch.setattr(module, "new_seed", new_seed)
    for module in (fair.keys, fair.offers):
        monkeypatch.setattr(module, "uuid", SimpleNamespace(uuid4=new_name))
    monkeypatch.setattr(Game._meta.get_field("id"), "_get_default", new_name)


@pytest.fixture
def say(capsys):
    """Print although the test passes."""

    def aloud(text):
        with capsys.disabled():
            print(f"\n  {text}", end=" ")

    return aloud


@pytest.fixture
def collected(settings, tmp_path):
    """Let pages name static files as a served site does; return the folder these are in."""
    copy_static(tmp_path)
    settings.STATIC_ROOT = tmp_path / "static"
    bundled = {"BACKEND": "cardcity_site.bundles.BundledStorage"}
    settings.STORAGES = settings.STORAGES | {"staticfiles": bundled}
    return settings.STATIC_ROOT


@pytest.fixture(autouse=True)
def fresh_limits():
    """Let nobody pay for how often another test's people, of the same numbers, did something."""
    cache.clear()


@pytest.fixture(autouse=True)
def nothing_later(monkeypatch):
    """Do at once what a site does behind an answer's back."""
    monkeypatch.setattr(later, "start", lambda job: job())


@pytest.fixture(autouse=True)
def nothing_remembered(monkeypatch):
    """Let no test remember the day's key, the site's state or the logs that another has stored: they are gone."""
    # Nor forget it in the middle of one, where queries are counted: how soon depends on the machine.
    monkeypatch.setattr(site_state, "_SHOWN_SECONDS", inf)
    offers._kept.clear()
    logs.last_logs.clear()
    position.last_positions.clear()
    site_state.forget_shown()


@pytest.fixture
def kept_logs(monkeypatch):
    """Let logs be kept in memory as on a site, although the test is one transaction."""
    monkeypatch.setattr(logs, "connection", SimpleNamespace(in_atomic_block=False))


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """A served site that every browser test shares; each opens tables of its own."""
    with database_for_a_site() as database:
        served = Site(tmp_path_factory.mktemp("site"), database).prepare().start()
        yield served
        served.stop()


def _as_long_as_nobody_minds(fixture_name, config):
    # While Playwright runs, its event loop keeps asyncio tests from theirs.
    return "session" if config.option.markexpr == "browser" else "module"


@pytest.fixture(scope=_as_long_as_nobody_minds)
def chromium():
    """One browser for all tests in a run of browser tests alone, else one for each module."""
    if not CHROMIUM:
        pytest.skip("LEFT OUT: Chromium is missing, nothing is played in a browser")
    with sync_playwright() as playwright:
        expect.set_options(timeout=PATIENCE * 1000)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=LEAN)
        yield browser
        browser.close()


@pytest.fixture
def enlarged(chromium):
    """A browser of somebody who chose letters twice as large."""
    large = [*LEAN, "--blink-settings=defaultFontSize=32"]
    browser = chromium.browser_type.launch(executable_path=CHROMIUM, args=large)
    yield browser
    browser.close()
