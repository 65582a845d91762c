-- By how much a transfer raised what may be owed on the wallet that took a debt: the undo of the merge takes that back. 0 when
-- the website has set the limit since.
ALTER TABLE wallet_transfer ADD COLUMN raised BIGINT NOT NULL DEFAULT 0 CHECK (raised >= 0);
