-- Telling websites what happened to credits (Standard Webhooks). book.heard: 0 nobody listens, 1 somebody does, 2 and
-- wants to hear of every spend too. Whoever books reads it in the statement that locks the wallet, so that an event
-- waits to be sent if and only if somebody listened when its booking began; no cache is asked.
ALTER TABLE book ADD COLUMN heard SMALLINT NOT NULL DEFAULT 0 CHECK (heard IN (0, 1, 2));

-- An event that waits to be handed to the endpoints of its website. Others are kept for thirty days, so that they can
-- be sent to an endpoint that was not there, or was away.
ALTER TABLE outbox ADD COLUMN is_waiting BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX outbox_waiting ON outbox (created_at, id) WHERE is_waiting;
CREATE INDEX outbox_of_book ON outbox (book_id, created_at, id);
CREATE INDEX outbox_old ON outbox (created_at, id);

-- Where a website wants to hear of it. events: types, separated by blanks; secrets are sealed. disabled: by us, because
-- it failed for too long or said that it is gone.
CREATE TABLE webhook_endpoint (
    id              TEXT PRIMARY KEY,
    website_id      TEXT NOT NULL,
    mode            TEXT NOT NULL CHECK (mode IN ('live', 'test')),
    url             TEXT NOT NULL,
    host            TEXT NOT NULL,
    events          TEXT NOT NULL,
    secret          TEXT NOT NULL,
    previous_secret TEXT,
    previous_until  BIGINT,
    status          TEXT NOT NULL CHECK (status IN ('active', 'off', 'disabled')),
    failing_since   BIGINT,
    disabled_reason TEXT,
    created_at      BIGINT NOT NULL,
    updated_at      BIGINT NOT NULL
);
CREATE INDEX webhook_endpoint_of_site ON webhook_endpoint (website_id, mode, created_at, id);

-- One event for one endpoint. n is the event's number at its customer. A claim moves next_at on: when the server that
-- made it is gone, the delivery falls due again.
CREATE TABLE webhook_delivery (
    id          TEXT PRIMARY KEY,
    endpoint_id TEXT NOT NULL,
    event_id    BIGINT NOT NULL,
    account_id  BIGINT NOT NULL,
    n           BIGINT NOT NULL,
    type        TEXT NOT NULL,
    state       TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
    attempts    BIGINT NOT NULL DEFAULT 0,
    next_at     BIGINT,
    last_at     BIGINT,
    last_status SMALLINT,
    last_error  TEXT,
    created_at  BIGINT NOT NULL,
    CHECK ((state = 'waiting') = (next_at IS NOT NULL)),
    UNIQUE (endpoint_id, event_id)
);
CREATE INDEX webhook_delivery_due ON webhook_delivery (endpoint_id, next_at) WHERE state = 'waiting';
CREATE INDEX webhook_delivery_next ON webhook_delivery (next_at) WHERE state = 'waiting';
CREATE INDEX webhook_delivery_in_order ON webhook_delivery (endpoint_id, account_id, n) WHERE state = 'waiting';
CREATE INDEX webhook_delivery_log ON webhook_delivery (endpoint_id, created_at, event_id);
CREATE INDEX webhook_delivery_old ON webhook_delivery (created_at);
