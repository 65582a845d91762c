-- The id of the token (`jti`) by which a person booked a transaction, beside its client and session.
ALTER TABLE txn ADD COLUMN token_id TEXT;

-- Whether the idp may not know yet whether a website is active (`client_behind` says so of any change): only then are its clients
-- switched there.
ALTER TABLE websites ADD COLUMN switch_behind BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE websites SET switch_behind = client_behind;
