-- Rows of the audit trail are written once: the database refuses to change them, and to delete those of the last 30 days,
-- whatever the program does. The sweep deletes older ones: IDP_AUDIT_DAYS is 30 at least. A migration that has to change such
-- rows drops the triggers first.
-- SQLite only
CREATE TRIGGER append_only_audit_update BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'rows of audit are never changed'); END;
CREATE TRIGGER append_only_audit_delete BEFORE DELETE ON audit
    WHEN OLD.at > (CAST(strftime('%s', 'now') AS INTEGER) - 30 * 24 * 3600) * 1000000
    BEGIN SELECT RAISE(ABORT, 'rows of audit are kept for 30 days'); END;
-- PostgreSQL only
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rows of % are never changed, and kept for 30 days', TG_TABLE_NAME;
END $$;
CREATE TRIGGER append_only_audit BEFORE UPDATE OR TRUNCATE ON audit EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_audit_delete BEFORE DELETE ON audit FOR EACH ROW
    WHEN (OLD.at > (CAST(EXTRACT(EPOCH FROM clock_timestamp()) AS BIGINT) - 30 * 24 * 3600) * 1000000)
    EXECUTE FUNCTION refuse_change();
