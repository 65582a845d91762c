-- oldest compatible migration: 0088
-- The time until which an old secret of the website's client is valid, the latest of several.
ALTER TABLE websites ADD COLUMN previous_secret_until BIGINT;
