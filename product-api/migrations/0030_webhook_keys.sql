-- An endpoint may be signed for by a key of ours in the place of a secret (Standard Webhooks v1a): secret then holds the
-- private half, sealed, and public_key what its website checks with. disabled_at: since when we tell it nothing, for the
-- notice to its owner.
ALTER TABLE webhook_endpoint ADD COLUMN public_key TEXT;
ALTER TABLE webhook_endpoint ADD COLUMN disabled_at BIGINT;
