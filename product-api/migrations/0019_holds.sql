-- Holds are served: what for, in words for the customer; and in which order what they have pinned is used.
ALTER TABLE hold ADD COLUMN description TEXT;
ALTER TABLE hold_lot ADD COLUMN place BIGINT NOT NULL DEFAULT 0;
-- What an operation has made: a transaction, or a hold.
ALTER TABLE api_operation RENAME COLUMN transaction_id TO result_id;
