"""Counts the positions ahead of one; the numbers notice any change of the rules."""


def counts_ahead(ruleset, state, strides):
    """Return how many positions are reached at each ply; of the moves there every n-th is followed."""
    seats = sorted(ruleset.to_act(state))
    if not strides or not seats:
        return [0] * len(strides)
    stride, *deeper = strides
    followed = [(seat, move) for seat in seats for move in ruleset.legal_moves(state, seat)][::stride]
    below = [counts_ahead(ruleset, ruleset.apply(state, *each).state, deeper) for each in followed]
    return [len(followed), *(sum(column) for column in zip(*below, strict=True))]


def after_middle_moves(ruleset, state, plies):
    """Return the position after the middle one of the legal moves was made so many times."""
    for _ in range(plies):
        seat = max(ruleset.to_act(state))
        legal = ruleset.legal_moves(state, seat)
        state = ruleset.apply(state, seat, legal[len(legal) // 2]).state
    return state
