-- oldest compatible migration: 0087
-- Secrets that an endpoint had before its previous one, sealed, as a JSON list of secret and end, the newest first: each signs
-- until its own end. older_until is the latest of these ends. A server of version 0087 signs with the two newest secrets only.
ALTER TABLE webhook_endpoint ADD COLUMN older_secrets TEXT;
ALTER TABLE webhook_endpoint ADD COLUMN older_until BIGINT;
