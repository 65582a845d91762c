-- oldest compatible migration: 0081
-- Grants that ended before their time, for resource servers that follow them at /admin/v1/ended-grants. A trigger adds each in
-- the transaction that ends it, also for a replica of an older version. The list numbers it later, after the commit: only the
-- list locks `ended_grant_sequence`, so numbers become visible in their order, and the end of a grant waits for no other. There
-- is no foreign key: the row stays when the client of the grant is deleted.
CREATE TABLE ended_grants (
    grant_id    TEXT PRIMARY KEY,
    ended_at    BIGINT NOT NULL,
    sequence    BIGINT,
    numbered_at BIGINT
);
CREATE UNIQUE INDEX ended_grants_by_sequence ON ended_grants (sequence) WHERE sequence IS NOT NULL;
CREATE INDEX ended_grants_by_end ON ended_grants (ended_at, grant_id);
CREATE INDEX ended_grants_without_number ON ended_grants (ended_at, grant_id) WHERE sequence IS NULL;
CREATE TABLE ended_grant_sequence (
    id   BIGINT PRIMARY KEY,
    last BIGINT NOT NULL
);
INSERT INTO ended_grant_sequence (id, last) VALUES (1, 0);
-- SQLite only
CREATE TRIGGER add_ended_grant AFTER UPDATE OF revoked_at ON grants
    WHEN OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL
    BEGIN INSERT INTO ended_grants (grant_id, ended_at) VALUES (NEW.id, NEW.revoked_at) ON CONFLICT DO NOTHING; END;
-- PostgreSQL only
CREATE FUNCTION add_ended_grant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO ended_grants (grant_id, ended_at) VALUES (NEW.id, NEW.revoked_at) ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
CREATE TRIGGER add_ended_grant AFTER UPDATE OF revoked_at ON grants FOR EACH ROW
    WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION add_ended_grant();
-- Both engines
-- Grants that ended within twelve minutes before the last one: their access tokens may still be in use. This statement comes
-- last, because the creation of the trigger waits for replicas that end grants, and lets none end another until the commit.
INSERT INTO ended_grants (grant_id, ended_at)
    SELECT id, revoked_at FROM grants WHERE revoked_at > (SELECT MAX(revoked_at) FROM grants) - 720000000;
