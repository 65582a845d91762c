-- What a waiting letter is, whom it is for and what went wrong last, for whoever is asked where it is; it stays sealed.
-- A letter without a recipient is told to nobody: an older version queued it, or who it was for was deleted meanwhile.
ALTER TABLE outgoing_mail ADD COLUMN kind TEXT NOT NULL DEFAULT '';
ALTER TABLE outgoing_mail ADD COLUMN recipient TEXT NOT NULL DEFAULT '';
ALTER TABLE outgoing_mail ADD COLUMN created_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE outgoing_mail ADD COLUMN reason TEXT;
ALTER TABLE outgoing_mail ADD COLUMN reply TEXT;

-- What became of letters, without what they said: a table of its own, so that the outbox holds what waits and no more.
-- Ids sort by time.
CREATE TABLE mail_deliveries (
    id         TEXT PRIMARY KEY,
    kind       TEXT NOT NULL,
    recipient  TEXT NOT NULL,
    state      TEXT NOT NULL,
    attempts   BIGINT NOT NULL,
    reason     TEXT,
    reply      TEXT,
    created_at BIGINT NOT NULL,
    ended_at   BIGINT NOT NULL
);
CREATE INDEX mail_deliveries_by_state ON mail_deliveries (state, id);
CREATE INDEX mail_deliveries_by_recipient ON mail_deliveries (recipient, id);
CREATE INDEX mail_deliveries_by_end ON mail_deliveries (ended_at);
