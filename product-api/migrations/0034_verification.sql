-- What the verification needs to be linear, and to be asked for often. Nothing here is written by a spend: a row of
-- verification comes with a run, one of wallet_transfer with a merge.

-- The last run of the same books.
CREATE INDEX verification_of_scope ON verification (scope, ended_at);
-- The transfers into the wallets of a book, and the transfer of a transaction that took credits in.
CREATE INDEX wallet_transfer_into ON wallet_transfer (into_id);
CREATE INDEX wallet_transfer_in ON wallet_transfer (in_txn_id);
