-- Who changed what; details never hold a secret.
CREATE TABLE audit (
    id      TEXT PRIMARY KEY,
    at      BIGINT NOT NULL,
    actor   TEXT NOT NULL,
    action  TEXT NOT NULL,
    subject TEXT NOT NULL,
    details TEXT NOT NULL
);
CREATE INDEX audit_by_subject ON audit (subject, at);
