-- oldest compatible migration: 0089
-- An event of Stripe that a server received or read. Its payload is not kept. The row stays for ever, so that a repeated
-- delivery is known. An event marks its object, or is ignored because its type is not needed, or refused for a reason.
CREATE TABLE stripe_event (
    connection_id TEXT     NOT NULL,
    event_id      TEXT     NOT NULL,
    type          TEXT     NOT NULL,
    object_kind   TEXT CHECK (object_kind IN ('session', 'payment', 'customer', 'price', 'product')),
    object_id     TEXT,
    created_at    BIGINT   NOT NULL,
    received_at   BIGINT   NOT NULL,
    source        TEXT     NOT NULL CHECK (source IN ('webhook', 'poll')),
    state         TEXT     NOT NULL CHECK (state IN ('marked', 'ignored', 'refused')),
    reason        TEXT,
    PRIMARY KEY (connection_id, event_id),
    CHECK (state <> 'marked' OR (object_kind IS NOT NULL AND object_id IS NOT NULL))
);
CREATE INDEX stripe_event_in_order ON stripe_event (connection_id, received_at);
CREATE INDEX stripe_event_refused ON stripe_event (connection_id, received_at) WHERE state = 'refused';

-- An object at Stripe that events have marked. dirty counts the marks, done is the count that the last application read:
-- while dirty is larger, the object waits to be fetched and applied. claimed_until keeps other servers away.
CREATE TABLE stripe_object (
    connection_id TEXT     NOT NULL,
    kind          TEXT     NOT NULL CHECK (kind IN ('session', 'payment', 'customer', 'price', 'product')),
    object_id     TEXT     NOT NULL,
    dirty         BIGINT   NOT NULL,
    done          BIGINT   NOT NULL,
    claimed_until BIGINT,
    attempts      SMALLINT NOT NULL,
    next_at       BIGINT,
    state         TEXT     NOT NULL CHECK (state IN ('idle', 'waiting', 'dead', 'foreign')),
    error         TEXT,
    last_event    TEXT,
    checked_at    BIGINT,
    waiting_since BIGINT,
    created_at    BIGINT   NOT NULL,
    updated_at    BIGINT   NOT NULL,
    PRIMARY KEY (connection_id, kind, object_id),
    CHECK (done BETWEEN 0 AND dirty),
    CHECK ((state = 'waiting') = (next_at IS NOT NULL)),
    CHECK ((state = 'waiting') = (waiting_since IS NOT NULL)),
    CHECK (state = 'waiting' OR claimed_until IS NULL)
);
CREATE INDEX stripe_object_next ON stripe_object (next_at) WHERE state = 'waiting';
CREATE INDEX stripe_object_due ON stripe_object (connection_id, next_at) WHERE state = 'waiting';
CREATE INDEX stripe_object_oldest ON stripe_object (waiting_since) WHERE state = 'waiting';
CREATE INDEX stripe_object_dead ON stripe_object (connection_id, updated_at) WHERE state = 'dead';

-- The reading of events of a connection without a webhook endpoint. A server that reads moves next_at on, so that no other one
-- reads at the same time; if that server ends, another one reads then. read_until: the start of the last complete reading.
CREATE TABLE stripe_poll (
    connection_id TEXT   PRIMARY KEY,
    read_until    BIGINT,
    next_at       BIGINT NOT NULL,
    created_at    BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL
);
