-- What a website decides about its ledger: for how many days credits can be used that come back after the end of their lot, and
-- which grants repay what is owed (0 all, 1 purchases only).
ALTER TABLE book ADD COLUMN restored_days BIGINT NOT NULL DEFAULT 30 CHECK (restored_days BETWEEN 1 AND 3650);
ALTER TABLE book ADD COLUMN debt_repaid_by SMALLINT NOT NULL DEFAULT 0 CHECK (debt_repaid_by IN (0, 1));

-- With how many decimal places a website's credits are shown: its books get it when they are made, and keep it.
ALTER TABLE websites ADD COLUMN scale SMALLINT NOT NULL DEFAULT 0 CHECK (scale BETWEEN 0 AND 6);
