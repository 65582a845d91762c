-- Credits of a lot that have expired before its end, because a renewal or the end of a subscription expires them. Without them,
-- recognition would take them for used ones.
ALTER TABLE recognition ADD COLUMN expired_early BIGINT NOT NULL DEFAULT 0 CHECK (expired_early >= 0);
-- Merges move the credits of a lot into other lots.
UPDATE recognition SET expired_early = COALESCE((
    WITH RECURSIVE family (lot_id) AS (
        SELECT recognition.lot_id
        UNION SELECT t.to_lot_id FROM family f CROSS JOIN lot_transfer t WHERE t.from_lot_id = f.lot_id)
    SELECT CAST(SUM(m.amount) AS BIGINT)
    FROM family f CROSS JOIN lot l CROSS JOIN txn t CROSS JOIN lot_move m
    WHERE l.id = f.lot_id AND t.account_id = l.account_id AND t.kind = 'expiry' AND t.booked_at < l.expires_at
        AND m.txn_id = t.id AND m.lot_id = l.id), 0)
WHERE is_open AND lot_id IN (SELECT a.lot_id FROM allowance a WHERE a.lot_id IS NOT NULL);
