"""Runs code on the data of a site, again and again: Django is started once. Each line is code as JSON."""

import json
import sys
import traceback
from contextlib import redirect_stdout
from io import StringIO

import django
from django.db import connections


def answer(code):
    """Return what the code printed, or how it failed."""
    said = StringIO()
    try:
        with redirect_stdout(said):
            exec(code, {})
    except Exception:
        return {"failed": traceback.format_exc()}
    finally:
        connections.close_all()
    return {"said": said.getvalue()}


if __name__ == "__main__":
    django.setup()
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)
