-- The one-time link that makes its user the operator: one row at most, the token as a digest.
CREATE TABLE operator_links (
    token      TEXT PRIMARY KEY,
    created_at BIGINT NOT NULL
);
