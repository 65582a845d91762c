-- Authorization requests that wait for a person: for a fresh sign-in, for consent, or for a bounce from POST to GET.
CREATE TABLE authorization_requests (
    digest     TEXT PRIMARY KEY,
    query      TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX authorization_requests_by_expiry ON authorization_requests (expires_at);

-- What a user allowed a client that is not first-party, remembered until it asks for more.
CREATE TABLE consents (
    user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    client_id  TEXT NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
    scope      TEXT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, client_id)
);
CREATE INDEX consents_by_client ON consents (client_id);
