-- Secrets that an endpoint had before its previous one, sealed, as a JSON list of secret and end, the newest first: each signs
-- until its own end. older_until is the latest of these ends. A server of an older version does not end them by a rotation
-- without an overlap: stop it before this one starts.
ALTER TABLE webhook_endpoint ADD COLUMN older_secrets TEXT;
ALTER TABLE webhook_endpoint ADD COLUMN older_until BIGINT;
