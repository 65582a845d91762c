-- A wallet with thousands of open lots is read in pages: the lots of a scope in the order of use, as far as an operation needs
-- them. How many lots and holds are open is counted on the wallet's row, which every operation locks and writes anyway. The
-- counts decide how a wallet is read and when it has too many, never what a balance is. A server of an older version does not
-- count: stop it before this one starts. A read of the whole wallet corrects the counts. Small wallets begin at 0.
ALTER TABLE account ADD COLUMN open_lots BIGINT NOT NULL DEFAULT 0;
ALTER TABLE account ADD COLUMN open_holds BIGINT NOT NULL DEFAULT 0;
UPDATE account SET open_lots = (SELECT COUNT(*) FROM lot l WHERE l.account_id = account.id AND l.closed_at IS NULL)
    WHERE id IN (SELECT account_id FROM lot WHERE closed_at IS NULL GROUP BY account_id HAVING COUNT(*) > 64);
UPDATE account SET open_holds = (SELECT COUNT(*) FROM hold h WHERE h.account_id = account.id AND h.closed_at IS NULL)
    WHERE id IN (SELECT account_id FROM hold WHERE closed_at IS NULL GROUP BY account_id HAVING COUNT(*) > 64);

-- The order of use within a scope, in the place of an index without an order. No spend writes an index of lots while it leaves
-- something in each lot: remaining and held are in none.
DROP INDEX lot_open;
CREATE INDEX lot_open ON lot (account_id, (COALESCE(scope, 0)), priority, (COALESCE(expires_at, 9223372036854775807)),
    (kind = 'purchase'), effective_at, id) WHERE closed_at IS NULL;
-- The lots of a wallet that expire, and those that cannot be used yet: one entry a grant each.
CREATE INDEX lot_due ON lot (account_id, expires_at, id) WHERE closed_at IS NULL AND expires_at IS NOT NULL;
CREATE INDEX lot_beginning ON lot (account_id, effective_at) WHERE closed_at IS NULL;

-- The open holds of a wallet, the first to end first.
DROP INDEX hold_open;
CREATE INDEX hold_open ON hold (account_id, expires_at, id) WHERE closed_at IS NULL;
