-- When the account goes of a person who asked for that; whoever signs in before stays.
ALTER TABLE users ADD COLUMN leaves_at BIGINT;
CREATE INDEX users_by_leaving ON users (leaves_at) WHERE leaves_at IS NOT NULL;
