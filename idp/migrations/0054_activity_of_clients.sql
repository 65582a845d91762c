-- What a client asked goes with it, by whatever road it goes.
CREATE TABLE client_activity_kept (
    id                TEXT PRIMARY KEY,
    client_id         TEXT NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
    at                BIGINT NOT NULL,
    endpoint          TEXT NOT NULL,
    status            BIGINT NOT NULL,
    error             TEXT,
    error_description TEXT,
    redirect_uri      TEXT,
    origin            TEXT,
    request_id        TEXT NOT NULL
);
INSERT INTO client_activity_kept (id, client_id, at, endpoint, status, error, error_description, redirect_uri, origin, request_id)
    SELECT id, client_id, at, endpoint, status, error, error_description, redirect_uri, origin, request_id
    FROM client_activity WHERE client_id IN (SELECT id FROM clients);
DROP TABLE client_activity;
ALTER TABLE client_activity_kept RENAME TO client_activity;
CREATE INDEX client_activity_by_client ON client_activity (client_id, id);
CREATE INDEX client_activity_by_age ON client_activity (at);

CREATE TABLE client_first_sign_ins_kept (
    client_id TEXT PRIMARY KEY REFERENCES clients (id) ON DELETE CASCADE,
    at        BIGINT NOT NULL
);
INSERT INTO client_first_sign_ins_kept (client_id, at)
    SELECT client_id, at FROM client_first_sign_ins WHERE client_id IN (SELECT id FROM clients);
DROP TABLE client_first_sign_ins;
ALTER TABLE client_first_sign_ins_kept RENAME TO client_first_sign_ins;
