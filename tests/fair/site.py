"""A site of one page: the verification page and its export, served under the real policy."""

from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

from django.conf import settings
from django.template import Context, Engine
from django.test import override_settings

from tests.fair import vectors

ROOT = Path(__file__).parents[2]
PAGE = f"/games/{vectors.GAME_ID}/fair/"
EXPORT = f"/games/{vectors.GAME_ID}/fair.json"
BASE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{% block title %}{% endblock %}</title>
<link rel="stylesheet" href="/static/css/base.css">
{% block head %}{% endblock %}{% block scripts %}{% endblock %}</head>
<body><main>{% block content %}{% endblock %}</main></body></html>"""
POLICY = "; ".join(
    f"{name} {' '.join(sources)}" for name, sources in settings.CONTENT_SECURITY_POLICY["DIRECTIVES"].items()
)
PLAIN_STATIC = {
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}


def page(data):
    """Return the verification page of a game that has this export, in a bare frame."""
    engine = Engine(
        loaders=[
            ("django.template.loaders.locmem.Loader", {"base.html": BASE}),
            ("django.template.loaders.filesystem.Loader", [ROOT / "templates"]),
        ],
        libraries={"i18n": "django.templatetags.i18n", "static": "django.templatetags.static"},
    )
    shown = {name: data.get(name) or "" for name in ("deal_id", "kind", "commitment", "start_digest", "head")}
    shown |= {"head_short": f"{shown['head'][:4]} {shown['head'][4:8]} …", "ply": data.get("plies")}
    known = {"status": data["status"], "version": 2 if "deal_id" in data else 1, "proof": shown}
    context = Context({"game": SimpleNamespace(pk=vectors.GAME_ID), "export_url": EXPORT, **known})
    with override_settings(STORAGES=PLAIN_STATIC):
        return engine.get_template("games/fair.html").render(context)


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, *args, answers):
        self.answers = answers
        super().__init__(*args, directory=str(ROOT))

    def do_GET(self):
        if self.path.startswith("/static/"):
            super().do_GET()
        elif self.path in self.answers:
            self._answer(*self.answers[self.path])
        else:
            self.send_error(404)

    def _answer(self, kind, body):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(body.encode())

    def end_headers(self):
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *args):
        pass


@contextmanager
def served():
    """Serve whatever the yielded dict answers, and the static files; yield its address too."""
    answers = {}
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, answers=answers)) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", answers
        finally:
            server.shutdown()
            thread.join()
