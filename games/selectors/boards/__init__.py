"""Tables and boards put together in Python: which part stands where. Their looks are in their templates."""

from games.selectors.boards import card_city, karciane_miasto, machi_koro_2, point_city, table

__all__ = ["card_city", "karciane_miasto", "machi_koro_2", "point_city", "table"]
