"""Store positions and events as bytes. What is stored as JSON is read all the same, and stays until it is written again."""

import json

from django.db import migrations

from games.models.compact import PackedJSONField, unpacked


class Pack(migrations.AlterField):
    """Let a column of JSON hold bytes; on the way back every row is written as JSON first."""

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        if schema_editor.connection.vendor == "postgresql":
            self._alter(schema_editor, self._model(app_label, to_state), "bytea", "convert_to({}::text, 'UTF8')")
        else:
            super().database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label, schema_editor, from_state, to_state):
        model = self._model(app_label, from_state)
        self._unpack(schema_editor, model)
        if schema_editor.connection.vendor == "postgresql":
            self._alter(schema_editor, model, "jsonb", "convert_from({}, 'UTF8')::jsonb")
        else:
            super().database_backwards(app_label, schema_editor, from_state, to_state)

    def _model(self, app_label, state):
        return state.apps.get_model(app_label, self.model_name)

    def _alter(self, schema_editor, model, kind, converted):
        table, column = map(schema_editor.quote_name, (model._meta.db_table, self.name))
        using = converted.format(column)
        schema_editor.execute(f"ALTER TABLE {table} ALTER COLUMN {column} TYPE {kind} USING {using}")

    def _unpack(self, schema_editor, model):
        names = (model._meta.db_table, self.name, model._meta.pk.column)
        table, column, key = map(schema_editor.quote_name, names)
        holds_bytes = schema_editor.connection.vendor == "postgresql"
        with schema_editor.connection.cursor() as cursor:
            cursor.execute(f"SELECT {key} FROM {table} WHERE {column} IS NOT NULL")
            for (pk,) in cursor.fetchall():
                cursor.execute(f"SELECT {column} FROM {table} WHERE {key} = %s", [pk])
                text = json.dumps(unpacked(cursor.fetchone()[0]), separators=(",", ":"))
                cursor.execute(
                    f"UPDATE {table} SET {column} = %s WHERE {key} = %s",
                    [text.encode() if holds_bytes else text, pk],
                )


class Migration(migrations.Migration):

    dependencies = [("games", "0020_outcome_words")]

    operations = [
        Pack("game", "deal", PackedJSONField(null=True)),
        Pack("game", "state", PackedJSONField(null=True)),
        Pack("moverecord", "events", PackedJSONField(default=list)),
    ]
