-- No question that is asked by a request or once a minute reads more the longer the history is.
--
-- The owner first: the kind alone names every wallet there is, and an index that begins with it is taken for a narrow
-- one. One index of wallets in the place of the other; a wallet is made once.
DROP INDEX account_of_owner;
CREATE INDEX account_of_owner ON account (owner_id, owner_kind) WHERE kind = 'wallet';

-- What is due, in the order in which the sweep goes through it: the key stands in an index that was there.
DROP INDEX account_due;
CREATE INDEX account_due ON account (next_due_at, id) WHERE next_due_at IS NOT NULL;

-- Lots that will expire, by how far they were told of: in the place of one without the mark. A lot moves in it twice in
-- its life, and no spend touches it.
DROP INDEX lot_expiring;
CREATE INDEX lot_expiring ON lot (warned, expires_at, id)
    WHERE closed_at IS NULL AND expires_at IS NOT NULL AND warned < 2;

-- The lots that a transaction made: one entry a grant, always the last of the index; no spend touches it.
CREATE INDEX lot_of_txn ON lot (txn_id);

-- A customer's holds in one state: one entry when a hold ends, none when it is opened.
CREATE INDEX hold_ended ON hold (account_id, state, opened_at, id) WHERE closed_at IS NOT NULL;

-- The hold that a transaction captured from: one entry a capture.
CREATE INDEX hold_event_of_capture ON hold_event (op_key) WHERE kind = 'captured';

-- Merges in order; one entry a merge.
CREATE INDEX user_merges_in_order ON user_merges (sequence) WHERE state = 'merged';
