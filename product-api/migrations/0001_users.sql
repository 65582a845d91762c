-- People with an account at this product (seed: User). The id is the idp's subject; name, e-mail and image are
-- copies from verified tokens, the newest of which was issued at claims_at (seconds); the rest is ours.
CREATE TABLE users (
    id                 TEXT PRIMARY KEY,
    name               TEXT,
    email              TEXT,
    email_verified     BOOLEAN NOT NULL DEFAULT FALSE,
    image              TEXT,
    stripe_customer_id TEXT UNIQUE,
    is_active          BOOLEAN NOT NULL DEFAULT TRUE,
    is_operator        BOOLEAN NOT NULL DEFAULT FALSE,
    credits            BIGINT NOT NULL DEFAULT 0,
    claims_at          BIGINT NOT NULL,
    created_at         BIGINT NOT NULL,
    updated_at         BIGINT NOT NULL
);
