-- Which sites know of a session and want to be told when it ends (OpenID Connect Back-Channel Logout): one row a session
-- and site, due once the session has ended, gone once the site was told.
CREATE TABLE backchannel_logouts (
    id              TEXT PRIMARY KEY,
    sid             TEXT NOT NULL,
    client_id       TEXT NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
    user_id         TEXT NOT NULL,
    attempts        BIGINT NOT NULL DEFAULT 0,
    next_attempt_at BIGINT,
    expires_at      BIGINT NOT NULL
);
CREATE UNIQUE INDEX backchannel_logouts_by_session ON backchannel_logouts (sid, client_id);
CREATE INDEX backchannel_logouts_by_client ON backchannel_logouts (client_id, next_attempt_at);
CREATE INDEX backchannel_logouts_by_time ON backchannel_logouts (next_attempt_at);
CREATE INDEX backchannel_logouts_by_expiry ON backchannel_logouts (expires_at);
