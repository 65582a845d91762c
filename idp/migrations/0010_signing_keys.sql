-- Signing keys; the private part is sealed under IDP_SECRET. One active key an algorithm, whoever starts first.
CREATE TABLE signing_keys (
    kid          TEXT PRIMARY KEY,
    algorithm    TEXT NOT NULL,
    state        TEXT NOT NULL CHECK (state IN ('announced', 'active', 'retired')),
    sealed_pkcs8 TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    activated_at BIGINT,
    retired_at   BIGINT
);
CREATE UNIQUE INDEX signing_keys_one_active ON signing_keys (algorithm) WHERE state = 'active';
