-- People at one website (seed: Customers). A person is found by the website's own id, by the idp's subject,
-- or by e-mail; each of the three names at most one row of a website and mode.
CREATE TABLE customers (
    id                 TEXT PRIMARY KEY,
    website_id         TEXT NOT NULL REFERENCES websites (id),
    mode               TEXT NOT NULL CHECK (mode IN ('live', 'test')),
    external_id        TEXT,
    user_id            TEXT,
    email              TEXT,
    name               TEXT,
    stripe_customer_id TEXT,
    subscribed         BOOLEAN NOT NULL DEFAULT FALSE,
    credits            BIGINT NOT NULL DEFAULT 0,
    created_at         BIGINT NOT NULL,
    updated_at         BIGINT NOT NULL
);
CREATE UNIQUE INDEX customers_by_external_id ON customers (website_id, mode, external_id) WHERE external_id IS NOT NULL;
CREATE UNIQUE INDEX customers_by_user ON customers (website_id, mode, user_id) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX customers_by_email ON customers (website_id, mode, email) WHERE email IS NOT NULL;
CREATE UNIQUE INDEX customers_by_stripe ON customers (website_id, stripe_customer_id) WHERE stripe_customer_id IS NOT NULL;
CREATE INDEX customers_of_user ON customers (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX customers_unclaimed ON customers (email) WHERE user_id IS NULL;
CREATE INDEX customers_in_order ON customers (website_id, mode, created_at, id);
