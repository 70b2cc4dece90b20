"""Statements whose SQL is composed once and used many times.

Django composes the SQL of a query each time it is asked. For a row by its key that takes four times as long
as all the rest, and was a third of what a move cost. What a prepared statement asks or changes is said by a
queryset like any other; only its values, which stand as ``Placeholder`` in it, come later. It is for the few
statements of every move, every look and the start page: all others are better off without.
"""

from collections.abc import Callable, Sequence
from threading import local
from typing import Any, Generic, NamedTuple, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Expression, Model, QuerySet
from django.db.models.query import get_related_populators
from django.db.models.sql import UpdateQuery
from django.db.transaction import TransactionManagementError

from games.models import Seat
from games.selectors.viewers import Viewer

M = TypeVar("M", bound=Model)


class Placeholder(Expression):
    """A placeholder for a value given at each call, stored as that field of a model; named like the field."""

    def __init__(self, model: type[Model], field: str, name: str = "") -> None:
        super().__init__(output_field=model._meta.get_field(field))
        self.name = name or field

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, list[Any]]:
        """Return ``%s`` with this placeholder as its parameter, until ``filled`` puts the value there."""
        return "%s", [self]


class _Composed(NamedTuple):
    """SQL with its parameters, in which some are still to be given."""

    sql: str
    params: tuple[Any, ...]

    def filled(self, values: dict[str, Any]) -> list[Any]:
        """Return the parameters as the database takes them."""
        return [
            param.output_field.get_db_prep_save(values[param.name], connection)
            if isinstance(param, Placeholder)
            else param
            for param in self.params
        ]


class Prepared(local, Generic[M]):
    """A query that is composed once in each thread, with whose connection it reads its rows."""

    def __init__(self, build: Callable[[], QuerySet[M]]) -> None:
        self._build = build
        self._composed: _Composed | None = None

    def __call__(self, **values: Any) -> list[M]:
        """Return the rows as objects of the model, with what the query annotates as attributes."""
        composed = self._composed or self._compose()
        if self._locks and connection.get_autocommit():
            raise TransactionManagementError("Rows are locked only in a transaction.")
        with connection.cursor() as cursor:
            cursor.execute(composed.sql, composed.filled(values))
            rows = cursor.fetchall()
        return [self._object(row) for row in self._compiler.apply_converters(rows, self._converters)]

    def _compose(self) -> _Composed:
        query = self._build().query
        self._model: type[M] = query.model
        self._locks = query.select_for_update
        compiler = self._compiler = query.get_compiler(using=DEFAULT_DB_ALIAS)
        self._composed = _Composed(*compiler.as_sql())
        columns = [column for column, _, _ in compiler.select]
        self._converters = compiler.get_converters(columns)
        self._fields = [columns[at].target.attname for at in compiler.klass_info["select_fields"]]
        self._annotated = dict(compiler.annotation_col_map)
        self._related = get_related_populators(compiler.klass_info, compiler.select, DEFAULT_DB_ALIAS)
        return self._composed

    def _object(self, row: Sequence[Any]) -> M:
        # Fields come first in what Django selects, annotations after them.
        instance = self._model.from_db(DEFAULT_DB_ALIAS, self._fields, row[: len(self._fields)])
        for name, at in self._annotated.items():
            setattr(instance, name, row[at])
        for related in self._related:
            related.populate(row, instance)
        return instance


class PreparedForViewer(Generic[M]):
    """A query about who is asking, composed once for accounts, once for guests and once for strangers."""

    def __init__(self, build: Callable[[Viewer], QuerySet[M]]) -> None:
        # Filters take what is given in place of a key.
        user_id, guest_id = cast(Any, Placeholder(Seat, "user_id")), cast(Any, Placeholder(Seat, "guest_id"))
        self._for_accounts = Prepared(lambda: build(Viewer(user_id=user_id)))
        self._for_guests = Prepared(lambda: build(Viewer(guest_id=guest_id)))
        self._for_strangers = Prepared(lambda: build(Viewer()))

    def __call__(self, viewer: Viewer) -> list[M]:
        """Return the rows as objects of the model."""
        if viewer.user_id is not None:
            return self._for_accounts(user_id=viewer.user_id)
        if viewer.guest_id is not None:
            return self._for_guests(guest_id=viewer.guest_id)
        return self._for_strangers()


class PreparedUpdate(local):
    """An update of some fields of the rows that a query finds, composed once in each thread."""

    def __init__(self, build: Callable[[], QuerySet[Any]], *fields: str) -> None:
        self._build, self._fields = build, fields
        self._composed: _Composed | None = None

    def __call__(self, **values: Any) -> int:
        """Write the values; return how many rows the query found."""
        composed = self._composed or self._compose()
        with connection.cursor() as cursor:
            cursor.execute(composed.sql, composed.filled(values))
            return int(cursor.rowcount)

    def _compose(self) -> _Composed:
        queryset = self._build()
        query = queryset.query.chain(UpdateQuery)
        query.add_update_values({name: Placeholder(queryset.model, name) for name in self._fields})
        self._composed = _Composed(*query.get_compiler(using=DEFAULT_DB_ALIAS).as_sql())
        return self._composed
