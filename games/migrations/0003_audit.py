"""The database itself refuses to change or delete what the audit log says."""

from django.db import migrations

FORBID = {
    "sqlite": [
        f"""CREATE TRIGGER games_audit_no_{act} BEFORE {act.upper()} ON games_auditentry
            BEGIN SELECT RAISE(ABORT, 'The audit log only grows.'); END"""
        for act in ("update", "delete")
    ],
    "postgresql": [
        """CREATE FUNCTION games_audit_only_grows() RETURNS trigger LANGUAGE plpgsql AS
           $$ BEGIN RAISE EXCEPTION 'The audit log only grows.' USING ERRCODE = 'restrict_violation'; END $$""",
        """CREATE TRIGGER games_audit_only_grows BEFORE UPDATE OR DELETE ON games_auditentry
           FOR EACH ROW EXECUTE FUNCTION games_audit_only_grows()""",
        # Emptying the table at once fires no trigger for rows; where nothing was said nothing is lost.
        """CREATE FUNCTION games_audit_stays() RETURNS trigger LANGUAGE plpgsql AS
           $$ BEGIN
             IF EXISTS (SELECT FROM games_auditentry) THEN
               RAISE EXCEPTION 'The audit log only grows.' USING ERRCODE = 'restrict_violation';
             END IF;
             RETURN NULL;
           END $$""",
        """CREATE TRIGGER games_audit_stays BEFORE TRUNCATE ON games_auditentry
           FOR EACH STATEMENT EXECUTE FUNCTION games_audit_stays()""",
    ],
}
ALLOW = {
    "sqlite": ["DROP TRIGGER games_audit_no_update", "DROP TRIGGER games_audit_no_delete"],
    "postgresql": [
        "DROP TRIGGER games_audit_only_grows ON games_auditentry",
        "DROP FUNCTION games_audit_only_grows()",
        "DROP TRIGGER games_audit_stays ON games_auditentry",
        "DROP FUNCTION games_audit_stays()",
    ],
}


def forbid(apps, schema_editor) -> None:
    for statement in FORBID[schema_editor.connection.vendor]:
        schema_editor.execute(statement, None)


def allow(apps, schema_editor) -> None:
    for statement in ALLOW[schema_editor.connection.vendor]:
        schema_editor.execute(statement, None)


class Migration(migrations.Migration):
    dependencies = [("games", "0002_people")]

    operations = [migrations.RunPython(forbid, allow)]
