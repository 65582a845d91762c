-- Who did what to which website, for its owner and for the operator.
CREATE TABLE audit (
    id         TEXT PRIMARY KEY,
    at         BIGINT NOT NULL,
    actor      TEXT NOT NULL,
    action     TEXT NOT NULL,
    website_id TEXT,
    subject    TEXT,
    details    TEXT NOT NULL
);
CREATE INDEX audit_by_website ON audit (website_id, at);
