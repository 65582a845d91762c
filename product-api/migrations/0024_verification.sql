-- Verifying the books. A wallet whose rows contradict each other is frozen: no operation uses it until the operator
-- frees it.
ALTER TABLE account ADD COLUMN frozen_at BIGINT;
CREATE INDEX account_frozen ON account (id) WHERE frozen_at IS NOT NULL;

-- One row for each run: of all books (scope 'all'), or of one by its key. One of a scope runs at a time; one whose
-- server is gone (held_until is past) gives way to the next.
CREATE TABLE verification (
    id         TEXT PRIMARY KEY,
    scope      TEXT NOT NULL,
    begun_at   BIGINT NOT NULL,
    held_until BIGINT NOT NULL,
    ended_at   BIGINT,
    findings   TEXT
);
CREATE UNIQUE INDEX verification_running ON verification (scope) WHERE ended_at IS NULL;
CREATE INDEX verification_old ON verification (begun_at);

-- Events that were written before this instant may be gone from the outbox.
CREATE TABLE outbox_swept (
    id     SMALLINT PRIMARY KEY CHECK (id = 1),
    before BIGINT NOT NULL
);
INSERT INTO outbox_swept (id, before) VALUES (1, 0);
