-- What lets a program register itself (RFC 7591 section 3): kept as a digest, for so many uses, until its time.
CREATE TABLE initial_access_tokens (
    id         TEXT PRIMARY KEY,
    digest     TEXT NOT NULL UNIQUE,
    scope      TEXT NOT NULL,
    uses_left  BIGINT NOT NULL,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX initial_access_tokens_by_expiry ON initial_access_tokens (expires_at);

-- Clients that are the documents at their own addresses: until when each is believed without being asked again.
CREATE TABLE client_documents (
    client_id   TEXT PRIMARY KEY REFERENCES clients (id) ON DELETE CASCADE,
    fetched_at  BIGINT NOT NULL,
    fresh_until BIGINT NOT NULL
);

-- The sweep finds those that registered themselves and that nobody uses.
CREATE INDEX clients_of_their_own_word ON clients (last_used_at) WHERE registered_by IN ('dynamic', 'document');
