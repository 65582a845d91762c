-- Used refresh tokens, in the order in which the sweep deletes them: a day after the time in which they give their answer again.
CREATE INDEX refresh_tokens_used ON refresh_tokens (used_at, digest) WHERE used_at IS NOT NULL;
