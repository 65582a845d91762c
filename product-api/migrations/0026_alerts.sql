-- Alerts. low_at: `credits.low` is told when what is available falls to it or below; null for never. warned: how far a
-- lot was told of before it expires: 1 = seven days, 2 = one day.
ALTER TABLE book ADD COLUMN low_at BIGINT CHECK (low_at > 0 AND low_at <= 9007199254740991);
ALTER TABLE lot ADD COLUMN warned SMALLINT NOT NULL DEFAULT 0 CHECK (warned IN (0, 1, 2));
CREATE INDEX lot_expiring ON lot (expires_at) WHERE closed_at IS NULL AND expires_at IS NOT NULL AND warned < 2;
