"""Every version of every title has the digest that the proofs of its games state, for ever.

Changed data with an old digest makes true games look false, so data that have changed are a new version:
it gets a line of its own here, and the former version keeps the digest it had.
"""

from games.rules import registry

DIGESTS = {
    "point_city/1": "411ae8405222db87ae3509cec98dcbd3b8e3a97a8733a0cbd5072f7471ff2050",
    "card_city/1": "efa2056f6e89653fc6c26620731240ae88d62faaa8abea24e9c4a554d3f495ce",
    "machi_koro_2/1": "6edadbcde2210b4cc9eb1782dacc45d495e52f7bbe0ddcb118ce8c4e67b1fa3d",
    "machi_koro_2/2": "6edadbcde2210b4cc9eb1782dacc45d495e52f7bbe0ddcb118ce8c4e67b1fa3d",
    "karciane_miasto/1": "6f3d5852edc4a1ba9d7eaab3c3cb6b3f4ea4829af70291464c99d58657942495",
    "karciane_miasto/2": "ea6927e7e7e9750e2d5676496684d20cf5c856fb1668265474498360955ff9c0",
    "karciane_miasto/3": "ea6927e7e7e9750e2d5676496684d20cf5c856fb1668265474498360955ff9c0",
}


def test_no_version_has_another_digest_than_its_games_state():
    titles = [ruleset for ruleset in registry.rulesets() if ruleset.slug != "demo"]
    versions = [version for ruleset in titles for version in (*ruleset.former, ruleset)]
    assert {version.ruleset_id: version.digest for version in versions} == DIGESTS
