-- What questions about a balance need. version: grows with each change that is booked or set aside, so that two answers
-- with one version tell of the same books.
ALTER TABLE account ADD COLUMN version BIGINT NOT NULL DEFAULT 0;
-- A customer's holds, newest first.
CREATE INDEX hold_in_order ON hold (account_id, opened_at, id);
-- Who acted, as far as known: the program that held a person's token, and the session it came from.
ALTER TABLE txn ADD COLUMN client_id TEXT;
ALTER TABLE txn ADD COLUMN session_id TEXT;
