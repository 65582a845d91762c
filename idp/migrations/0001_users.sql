-- People known to the idp (seed: User, the identity part).
CREATE TABLE users (
    id                TEXT PRIMARY KEY,
    name              TEXT,
    email             TEXT UNIQUE,
    email_verified_at BIGINT,
    image             TEXT,
    is_operator       BOOLEAN NOT NULL DEFAULT FALSE,
    is_active         BOOLEAN NOT NULL DEFAULT TRUE,
    created_at        BIGINT NOT NULL,
    updated_at        BIGINT NOT NULL
);
