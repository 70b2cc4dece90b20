"""Why a message did not reach somebody."""


class Undelivered(Exception):
    """A message did not get through; the reason is shown to whom it was for.

    A final one will not get through later either.
    """

    def __init__(self, reason: str, *, final: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.final = final


class Unwanted(Exception):
    """There is nothing to say any more."""
