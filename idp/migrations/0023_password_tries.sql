-- Passwords tried for an account or from a network since its window began; the key is a MAC.
CREATE TABLE password_tries (
    key   TEXT PRIMARY KEY,
    tries BIGINT NOT NULL,
    since BIGINT NOT NULL
);
CREATE INDEX password_tries_by_time ON password_tries (since);
