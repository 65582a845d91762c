-- Managing API keys. The secret of before a rotation counts until previous_until.
ALTER TABLE api_keys ADD COLUMN previous_digest TEXT;
ALTER TABLE api_keys ADD COLUMN previous_until BIGINT;
CREATE UNIQUE INDEX api_keys_by_previous_digest ON api_keys (previous_digest);
CREATE INDEX api_keys_in_order ON api_keys (website_id, created_at, id);

-- What a key may spend: by one operation, and in one day (UTC). spent counts the credits of the day spent_day, in days
-- since the epoch, while the key has a cap per day; it is written in the transaction of the spend, under the row's lock.
ALTER TABLE api_keys ADD COLUMN cap_per_operation BIGINT CHECK (cap_per_operation BETWEEN 1 AND 9007199254740991);
ALTER TABLE api_keys ADD COLUMN cap_per_day BIGINT CHECK (cap_per_day BETWEEN 1 AND 9007199254740991);
ALTER TABLE api_keys ADD COLUMN spent_day BIGINT NOT NULL DEFAULT 0;
ALTER TABLE api_keys ADD COLUMN spent BIGINT NOT NULL DEFAULT 0 CHECK (spent >= 0);

-- Where the person's token came from, so that the trail leads from the sign-in to the deed.
ALTER TABLE audit ADD COLUMN client_id TEXT;
ALTER TABLE audit ADD COLUMN session_id TEXT;
ALTER TABLE audit ADD COLUMN token_id TEXT;
