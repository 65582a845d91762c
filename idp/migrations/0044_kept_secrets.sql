-- Secrets that are made once and have to stay, such as the key of pairwise subjects; sealed under IDP_SECRET, which can
-- be changed.
CREATE TABLE kept_secrets (
    name       TEXT PRIMARY KEY,
    sealed     TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
