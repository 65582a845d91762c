-- What clients asked lately at the endpoints of sign-in, so that who sets one up sees why it does not work: fifty rows of
-- each client at most, for two weeks. No secret is in it.
CREATE TABLE client_activity (
    id                TEXT PRIMARY KEY,
    client_id         TEXT NOT NULL,
    at                BIGINT NOT NULL,
    endpoint          TEXT NOT NULL,
    status            BIGINT NOT NULL,
    error             TEXT,
    error_description TEXT,
    redirect_uri      TEXT,
    origin            TEXT,
    request_id        TEXT NOT NULL
);
CREATE INDEX client_activity_by_client ON client_activity (client_id, id);
CREATE INDEX client_activity_by_age ON client_activity (at);

-- When the first person signed in to a client.
CREATE TABLE client_first_sign_ins (
    client_id TEXT PRIMARY KEY,
    at        BIGINT NOT NULL
);
