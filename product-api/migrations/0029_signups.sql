-- What a website gives each customer at the first contact, in each mode.
CREATE TABLE signup_grant (
    website_id   TEXT NOT NULL,
    mode         TEXT NOT NULL CHECK (mode IN ('live', 'test')),
    amount       BIGINT NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
    expires_days BIGINT CHECK (expires_days BETWEEN 1 AND 3650),
    is_enabled   BOOLEAN NOT NULL,
    updated_at   BIGINT NOT NULL,
    PRIMARY KEY (website_id, mode)
);
