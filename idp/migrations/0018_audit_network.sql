-- Where each change and each sign-in came from, and through which client.
ALTER TABLE audit ADD COLUMN network TEXT;
ALTER TABLE audit ADD COLUMN client_id TEXT;
CREATE INDEX audit_by_time ON audit (at, id);
