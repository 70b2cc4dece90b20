"""What is kept of the last games: so many of them, and what a change makes of it."""

from games.selectors.stored.last_games import LastGames


def test_the_game_changed_longest_ago_goes_first():
    kept = LastGames(2)
    for game_id in "ab":
        kept.change(game_id, lambda _: 1)
    kept.change("a", lambda known: known + 1)
    kept.change("c", lambda _: 1)
    assert [kept.get(game_id) for game_id in "abc"] == [2, None, 1]


def test_nothing_is_kept_of_a_game_that_a_change_makes_nothing_of():
    kept = LastGames(2)
    kept.change("a", lambda _: 1)
    kept.change("a", lambda _: None)
    kept.change("b", lambda known: known)
    assert (kept.get("a"), kept.get("b")) == (None, None)


def test_big_values_take_the_room_of_several():
    kept = LastGames(10, len)
    for game_id in "abc":
        kept.change(game_id, lambda _: "xxx")
    kept.change("c", lambda known: known + "xx")
    assert [kept.get(game_id) for game_id in "abc"] == [None, "xxx", "xxxxx"]
    kept.change("c", lambda _: None)
    kept.change("d", lambda _: "x" * 20)
    assert [kept.get(game_id) for game_id in "bcd"] == [None, None, "x" * 20]
    kept.clear()
    kept.change("e", lambda _: "x" * 10)
    kept.change("e", lambda known: known)
    assert kept.get("e") == "x" * 10


def test_a_cleared_memory_is_empty():
    kept = LastGames(2)
    kept.change("a", lambda _: 1)
    kept.clear()
    assert kept.get("a") is None
