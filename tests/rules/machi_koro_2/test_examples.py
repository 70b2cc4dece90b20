"""The worked examples W-1 to W-24, with their figures. P1 is seat 0, the last player its right neighbour."""

from tests.rules.machi_koro_2.build import (
    RULESET,
    city,
    events,
    landmarks,
    moves,
    owns,
    play,
    refused,
    roll,
    rolled,
    row,
    step,
    table,
    to_move,
    told,
)


def building(*cities, dice=(1,), **rest):
    return table(*cities, phase="build", dice=dice, **rest)


def test_mk_w1_three_initial_rounds():
    rows = ("cafe flower_garden flower_shop", "", "")
    state = table(phase="initial", number=0, rows=rows)
    coins = [state.coins[0]]
    for card in ("cafe", "flower_garden", "flower_shop"):
        state = play(state, f"build {card}")
        coins.append(state.coins[0])
        state = play(state, "pass")
    assert coins == [5, 4, 2, 1]
    assert owns(state, 0) == {"cafe": 1, "flower_garden": 1, "flower_shop": 1}
    assert (state.turn.phase, to_move(state), state.coins[0]) == ("roll", 0, 1)


def test_mk_w2_setup_of_a_row():
    class Stacked:
        def shuffle(self, label, items):
            top = {
                "shuffle:1-6": [
                    "bakery#1",
                    "wheat_field#1",
                    "bakery#2",
                    "cafe#1",
                    "forest#1",
                    "forest#2",
                    "wheat_field#2",
                    "vineyard#1",
                ]
            }
            first = top.get(label, [])
            return (*first, *(item for item in sorted(items) if item not in first))

        def below(self, label, n):
            return 0

    state = RULESET.setup(2, RULESET.options(), Stacked())
    assert row(state, 0) == {"bakery": 2, "wheat_field": 2, "cafe": 1, "forest": 2, "vineyard": 1}
    assert (state.rows[0].drawn, len(state.deck(0))) == (8, 38)


def test_mk_w3_forced_pass():
    state = table(phase="initial", number=0, rows=("forest flower_garden", "", ""))
    state = play(state, "pass", "build forest", "pass", "build flower_garden")
    assert state.coins == (5, 0)
    done = step(state, "pass")
    assert [event.seat for event in events(done, "Passed")] == [0, 1]
    assert (done.state.coins, to_move(done.state), done.state.turn.phase) == ((5, 0), 0, "roll")
    mine = play(roll(done.state, 3), "pass")
    helped = rolled(mine, 1)
    assert (helped.state.coins[1], told(helped)) == (1, ["DiceRolled", "Helped"])
    assert any(text.startswith("build") for text in moves(helped.state))


def test_mk_w4_broke_customer():
    assert roll(table(city("bakery"), city("cafe"), coins=(0, 5)), 3).coins == (2, 5)


def test_mk_w5_two_creditors():
    done = rolled(table(city(), city("2*cafe"), city("cafe"), coins=(3, 0, 0)), 3)
    assert [(event.seat, event.owed, event.coins) for event in events(done, "Paid")] == [(2, 2, 2), (1, 4, 1)]
    assert done.state.coins == (1, 1, 2)
    assert events(done, "Helped")


def test_mk_w6_winery():
    state = building(city("2*vineyard apple_orchard"), city(), coins=(5, 5), rows=("", "winery", ""))
    built = play(state, "build winery")
    assert built.coins[0] == 2
    theirs = roll(built, 4, 5)
    assert theirs.coins[0] == 2
    assert roll(play(theirs, "pass"), 4, 5).coins[0] == 11
    two = table(city("2*vineyard apple_orchard 2*winery"), city(), coins=(2, 5))
    assert roll(two, 4, 5).coins[0] == 20


def test_mk_w7_second_landmark():
    state = table(
        city(),
        city("", "forge"),
        city(),
        seat=1,
        phase="build",
        dice=(1,),
        coins=(5, 18, 5),
        rows=("", "", "amusement_park"),
    )
    built = play(state, "build amusement_park")
    assert built.coins[1] == 2
    assert to_move(built) == 2
    assert to_move(play(roll(built, 5, 5), "pass")) == 2


def test_mk_w8_one_more():
    for roller in range(3):
        state = table(city("2*corn_field"), city(), city("", "farmers_market"), seat=roller)
        assert roll(state, 3, 4).coins == (13, 5, 5)


def test_mk_w9_two_sources_one_extra_turn():
    state = table(city("forest"), city("", "amusement_park"), coins=(12, 5), rows=("", "", "radio_tower"))
    extra = step(roll(state, 2, 2), "build radio_tower")
    assert told(extra).count("ExtraTurn") == 1
    assert to_move(extra.state) == 0
    assert to_move(play(roll(extra.state, 4), "pass")) == 1
    assert to_move(play(roll(extra.state, 3, 3), "pass")) == 0


def test_mk_w10_charterhouse():
    state = table(city(), city("", "charterhouse tech_startup"), city("", "temple"))
    assert roll(state, 5, 4).coins == (8, 5, 5)
    assert roll(state, 6, 6).coins == (17, 3, 3)
    assert roll(state, 2, 2).coins == (9, 3, 3)
    assert roll(state, 4).coins == (5, 5, 5)


def test_mk_w11_business_center_trades_itself():
    state = roll(table(city("business_center wheat_field"), city("mine")), 6)
    after = play(state, "swap business_center 1 mine")
    assert (owns(after, 0), owns(after, 1)) == ({"wheat_field": 1, "mine": 1}, {"business_center": 1})
    assert after.coins == (5, 5)
    assert owns(play(state, "decline"), 1) == {"mine": 1}


def test_mk_w12_moving_company_at_the_end():
    state = table(
        city(),
        city("furniture_factory 2*forest"),
        city("", "moving_company"),
        seat=1,
        coins=(5, 0, 5),
        rows=("", "mine", ""),
    )
    paid = roll(state, 4, 4)
    assert (paid.coins, owns(paid, 1)) == ((5, 8, 5), {"furniture_factory": 1, "forest": 2})
    built = play(paid, "build mine")
    assert built.coins[1] == 4
    assert sorted(moves(built)) == ["give forest", "give furniture_factory", "give mine"]
    given = play(built, "give forest")
    assert owns(given, 0) == {"forest": 1}
    assert owns(given, 1) == {"furniture_factory": 1, "forest": 1, "mine": 1}
    assert to_move(given) == 2


def test_mk_w13_help_coin_and_airport():
    state = table(city(), city("", "airport"), coins=(0, 5), rows=("cafe", "", ""))
    asked = roll(state, 6)
    assert asked.coins[0] == 1
    assert play(asked, "pass").coins[0] == 6
    assert play(asked, "build cafe").coins[0] == 0


def test_mk_w14_shopping_district():
    state = table(city("shopping_district"), city(), city(), city(), coins=(2, 10, 11, 25))
    done = rolled(state, 3, 5)
    assert [(event.payer, event.coins) for event in events(done, "Paid")] == [(3, 12), (2, 5)]
    assert done.state.coins == (19, 10, 6, 13)


def test_mk_w15_income_before_stadium():
    state = table(city("2*stadium"), city("corn_field"), city(), coins=(0, 1, 10))
    done = rolled(state, 3, 4)
    assert done.state.coins == (10, 0, 4)
    assert [event.owed for event in events(done, "Paid")] == [3, 3, 3, 3]


def test_mk_w16_museum():
    state = building(
        city(), city("", "forge park"), city("", "airport"), coins=(13, 4, 10), rows=("", "", "museum")
    )
    done = step(state, "build museum")
    assert done.state.coins == (8, 0, 7)
    assert [(event.payer, event.owed, event.coins) for event in events(done, "Paid")] == [
        (2, 3, 3),
        (1, 6, 4),
    ]


def test_mk_w17_park():
    state = building(city(), city(), city(), city(), coins=(30, 5, 0, 3), rows=("", "", "park"))
    done = step(state, "build park")
    assert done.state.coins == (7, 7, 7, 7)
    assert events(done, "Levelled")[0].added == 2


def test_mk_w18_launch_pad_price():
    state = building(
        city("", "loan_office"), city("", "observatory"), coins=(31, 5), rows=("", "", "launch_pad")
    )
    done = play(state, "build launch_pad")
    assert (done.coins[0], done.turn.phase, landmarks(done, 0)) == (0, "over", ["loan_office", "launch_pad"])
    other = building(city(), city("", "observatory"), coins=(40, 5), rows=("", "", "launch_pad"))
    assert play(other, "build launch_pad").coins[0] == 0


def test_mk_w19_refill_with_duplicates():
    state = building(
        coins=(9, 9),
        rows=("sushi_bar 2*wheat_field cafe forest 3*flower_shop", "", ""),
        decks=("wheat_field forest bakery", "", ""),
    )
    built = play(state, "build sushi_bar")
    assert row(built, 0) == {"wheat_field": 3, "cafe": 1, "forest": 2, "flower_shop": 3, "bakery": 1}
    assert [*row(built, 0)] == ["wheat_field", "cafe", "forest", "flower_shop", "bakery"]
    again = step(roll(built, 6), "build wheat_field")
    assert row(again.state, 0)["wheat_field"] == 2
    assert events(again, "TurnedUp") == []


def test_mk_w20_a_full_roll():
    state = table(
        city("flower_shop business_center"),
        city("cafe", "temple charterhouse"),
        city("forest", "amusement_park moving_company"),
        coins=(0, 0, 1),
        rows=("wheat_field", "", ""),
    )
    done = rolled(state, 3, 3)
    assert [(event.card, event.coins) for event in events(done, "Earned")] == [("flower_shop", 0)]
    assert done.state.turn.phase == "swap"
    declined = step(done.state, "decline")
    assert [(event.payer, event.coins) for event in events(declined, "Paid")] == [(2, 1), (1, 0)]
    assert declined.state.coins == (1, 0, 0)
    assert told(declined) == ["Declined", "Paid", "Paid"]
    built = play(declined.state, "build wheat_field")
    assert (built.coins[0], built.turn.phase) == (0, "give")
    assert sorted(moves(built)) == ["give business_center", "give flower_shop", "give wheat_field"]
    given = play(built, "give flower_shop")
    assert owns(given, 2) == {"forest": 1, "flower_shop": 1}
    assert (to_move(given), given.turn.phase) == (0, "roll")


def test_mk_w21_loan_office():
    def to_build(seat, *cities, coins=30, card="loan_office"):
        return table(
            *(city("", each) for each in cities),
            coins=(coins,) * 3,
            seat=seat,
            phase="build",
            dice=(1,),
            rows=("", "", card),
        )

    for seat in range(3):
        assert refused(to_build(seat, "", "forge", ""), "build loan_office").rule == "MK-40"
    assert play(to_build(0, "", "forge", "park"), "build loan_office").coins[0] == 20
    for seat in (1, 2):
        assert refused(to_build(seat, "", "forge", "park"), "build loan_office").rule == "MK-40"
    assert play(to_build(0, "loan_office", "forge", "park", card="airport"), "build airport").coins[0] == 16
    assert (
        play(to_build(0, "loan_office", "forge", "park", card="observatory"), "build observatory").coins[0]
        == 18
    )


def test_mk_w22_winning_build():
    state = building(city("", "loan_office forge"), city(), coins=(20, 9), rows=("", "", "french_restaurant"))
    done = step(state, "build french_restaurant")
    assert (done.state.coins, told(done)) == ((0, 9), ["Built", "GameWon"])
    assert len(done.state.rows[2].kinds) == 4


def test_mk_w23_restaurants_with_soda_bottling_plant():
    state = table(city("", "soda_bottling_plant"), city("2*family_restaurant"), coins=(10, 0))
    assert roll(state, 5, 4).coins == (4, 6)


def test_mk_w24_red_never_fires_on_the_owners_roll():
    assert roll(table(city("cafe bakery"), city("cafe")), 3).coins == (5, 7)
