"""Static files are collected once, under names that change with them, and sent small and compressed."""

import gzip
import re

import brotli
import rcssmin
import rjsmin
from django.conf import settings

from cardcity_site.bundles import BUNDLES
from games.bench.browser import MOVING
from games.templatetags.site import scripts
from tests.migrated import copy_static

SMALLER = {".css": rcssmin.cssmin, ".js": rjsmin.jsmin}
HASHED = re.compile(r"\.[0-9a-f]{12}\.(css|js|svg)$")


def test_what_is_collected_lies_there_in_brotli_and_gzip(tmp_path):
    copy_static(tmp_path)
    collected = [path for path in (tmp_path / "static").rglob("*") if HASHED.search(path.name)]
    assert len(collected) > 50
    for path in collected:
        if path.stat().st_size > 1000:
            meant = SMALLER.get(path.suffix, str)(path.read_text())
            assert brotli.decompress(path.with_name(f"{path.name}.br").read_bytes()).decode() == meant
            assert gzip.decompress(path.with_name(f"{path.name}.gz").read_bytes()).decode() == meant


def test_what_is_sent_has_no_comments_and_what_is_collected_keeps_them(tmp_path):
    copy_static(tmp_path)
    (script,) = (tmp_path / "static/js").glob("live.????????????.js")
    sent = brotli.decompress(script.with_name(f"{script.name}.br").read_bytes()).decode()
    assert script.read_text().startswith("// Keeps the table on a page current")
    assert sent.startswith("(()=>{const POLL=10000,")


def test_what_is_loaded_together_is_one_file_where_it_is_collected(collected):
    (tag,) = scripts("js/table.js").splitlines()
    script = collected / re.search(r'src="/static/([^"]+)"', tag)[1]
    parts = [(settings.BASE_DIR / "static" / name).read_text() for name in BUNDLES["js/table.js"]]
    assert script.read_text() == "".join(parts)
    sheet = (collected / "css/playing.css").read_text()
    places = [
        sheet.index((settings.BASE_DIR / f"static/css/{name}.css").read_text()) for name in ("table", "talk")
    ]
    assert 0 < places[0] < places[1]
    ours = [path for folder in ("css", "games") for path in (collected / folder).rglob("*.css")]
    assert [path.name for path in ours if "@import" in path.read_text()] == []


def test_a_measuring_client_knows_either_page(collected):
    """Else it would post its moves, and measure what no page does."""
    pages = [
        scripts("js/table.js"),
        "".join(f'<script src="/static/{name}">' for name in BUNDLES["js/table.js"]),
    ]
    assert all(any(f"/js/{script}." in page for script in MOVING) for page in pages)


def test_what_is_loaded_together_is_loaded_in_order_where_nothing_is_collected():
    sources = re.findall(r'src="/static/([^"]+)" defer', scripts("js/table.js"))
    assert tuple(sources) == BUNDLES["js/table.js"]


def test_every_rule_is_sent_for_the_elements_it_is_written_for():
    """In a container query rcssmin takes the space out of ``.a :is(b)``: there it is written ``.a *:is(b)``."""
    sheets = list((settings.BASE_DIR / "static").rglob("*.css"))
    assert len(sheets) > 10
    for sheet in sheets:
        text = sheet.read_text()
        assert selectors(rcssmin.cssmin(text)) == selectors(text), sheet.name


def test_nothing_moves_for_ever():
    """What moves by itself for more than five seconds disturbs readers (WCAG 2.2.2), and costs a phone its battery."""
    sheets = list((settings.BASE_DIR / "static").rglob("*.css"))
    assert [sheet.name for sheet in sheets if "infinite" in sheet.read_text()] == []


def test_no_script_has_a_template_in_a_template():
    """Leaving out white space, rjsmin would take some out of the inner one's text."""
    scripts = list((settings.BASE_DIR / "static").rglob("*.js"))
    assert len(scripts) > 15
    assert [path.name for path in scripts if re.search(r"\$\{[^}`]*`", path.read_text())] == []


def test_what_scripts_say_is_sent_as_it_stands(tmp_path):
    copy_static(tmp_path)
    said = [
        (
            texts(path.read_text()),
            texts(brotli.decompress(path.with_name(f"{path.name}.br").read_bytes()).decode()),
        )
        for path in (tmp_path / "static/js").glob("*.????????????.js")
        if path.with_name(f"{path.name}.br").exists()
    ]
    assert len(said) > 10
    assert all(collected == sent for collected, sent in said)
    assert sum(len(collected) for collected, _ in said) > 10


def texts(script):
    """Return the template literals of a script."""
    return re.findall(r"`[^`]*`", re.sub(r"^ *//.*$", "", script, flags=re.MULTILINE))


def selectors(sheet):
    """Return the selectors of a style sheet in order, with the spaces alone that tell one from another."""
    preludes = re.findall(r"[^{};]+(?={)", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL))
    plain = (" ".join(prelude.split()) for prelude in preludes if "@" not in prelude)
    return [re.sub(r" ?([>+~,]) ?|(?<=\() | (?=\))", r"\1", prelude) for prelude in plain]
