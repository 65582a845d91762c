-- oldest compatible migration: 0081
-- The name of the use of a code. The statement that uses a code reads its row again by this name, in the same round trip.
-- Replicas of an older version leave it empty.
ALTER TABLE authorization_codes ADD COLUMN redeemed_by TEXT;

-- A refresh token with a successor is used, and the answer that carried it is not given again. One statement adds the successor
-- and uses its predecessor: the unique index on `predecessor` decides which of two uses counts. A replica of an older version
-- uses the predecessor first, and the trigger finds nothing to change.
-- SQLite only
CREATE TRIGGER refresh_token_used AFTER INSERT ON refresh_tokens WHEN NEW.predecessor IS NOT NULL
BEGIN
    UPDATE refresh_tokens SET used_at = NEW.created_at, answer = NULL, answer_until = NULL
        WHERE digest = NEW.predecessor AND used_at IS NULL;
END;
-- PostgreSQL only
CREATE FUNCTION use_predecessor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE refresh_tokens SET used_at = NEW.created_at, answer = NULL, answer_until = NULL
        WHERE digest = NEW.predecessor AND used_at IS NULL;
    RETURN NULL;
END $$;
CREATE TRIGGER refresh_token_used AFTER INSERT ON refresh_tokens FOR EACH ROW WHEN (NEW.predecessor IS NOT NULL)
    EXECUTE FUNCTION use_predecessor();
