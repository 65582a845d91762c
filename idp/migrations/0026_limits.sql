-- How often something was done since its window began; the key is a MAC. Each row ends with its window.
CREATE TABLE limits (
    key     TEXT PRIMARY KEY,
    taken   BIGINT NOT NULL,
    ends_at BIGINT NOT NULL
);
CREATE INDEX limits_by_time ON limits (ends_at);
