"""Static files are collected once, under names that change with them, and compressed as browsers like it best."""

import gzip
import re

import brotli

from tests.migrated import copy_static

HASHED = re.compile(r"\.[0-9a-f]{12}\.(css|js|svg)$")


def test_what_is_collected_lies_there_in_brotli_and_gzip(tmp_path):
    copy_static(tmp_path)
    collected = [path for path in (tmp_path / "static").rglob("*") if HASHED.search(path.name)]
    assert len(collected) > 50
    for path in collected:
        packed = path.with_name(f"{path.name}.br")
        if path.stat().st_size > 1000:
            assert brotli.decompress(packed.read_bytes()) == path.read_bytes()
            assert gzip.decompress(path.with_name(f"{path.name}.gz").read_bytes()) == path.read_bytes()
