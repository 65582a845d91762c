-- What a customer may spend: at most spend_cap credits in one day or one month (UTC); no limit while it is null.
-- spent_in_period counts the credits of the window spent_period, in days or months since the epoch; both are written with
-- the wallet's row, under its lock, and stay as they are while there is no limit.
ALTER TABLE account ADD COLUMN spend_cap BIGINT CHECK (spend_cap BETWEEN 1 AND 9007199254740991);
ALTER TABLE account ADD COLUMN spend_period TEXT
    CHECK (spend_period IN ('day', 'month')) CHECK ((spend_period IS NULL) = (spend_cap IS NULL));
ALTER TABLE account ADD COLUMN spent_period BIGINT NOT NULL DEFAULT 0;
ALTER TABLE account ADD COLUMN spent_in_period BIGINT NOT NULL DEFAULT 0
    CHECK (spent_in_period BETWEEN 0 AND 9007199254740991);
