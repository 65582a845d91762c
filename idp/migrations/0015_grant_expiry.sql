-- When a grant ends with its session, so that it does wherever sessions live; empty for those that outlive it.
ALTER TABLE grants ADD COLUMN expires_at BIGINT;
