//! Checks of balances, lots, holds and the rows that copy them (invariants 2, 3, 4, 5, 9, 10 and 11).

use super::check::{Check, check, check_of_all};

/// The checks.
pub(super) const BALANCES: &[Check] = &[
    check(
        2,
        "a balance is not the sum of its entries, or entries are missing in between",
        "SELECT CAST(a.id AS TEXT), CASE WHEN a.kind = 'debt' THEN (SELECT w.id FROM account w WHERE w.book_id = a.book_id \
             AND w.kind = 'wallet' AND w.owner_kind = a.owner_kind AND w.owner_id = a.owner_id) ELSE a.id END \
         FROM account a LEFT JOIN (SELECT x.account_id, CAST(SUM(x.amount) AS BIGINT) AS total, COUNT(x.seq) AS numbered, \
                 MAX(x.seq) AS last, COUNT(*) AS legs \
             FROM txn t JOIN entry x ON x.txn_id = t.id \
                 JOIN account y ON y.id = x.account_id AND y.kind IN ('wallet', 'debt') \
             WHERE {in:t.book_id} GROUP BY x.account_id) AS e ON e.account_id = a.id \
         WHERE a.kind IN ('wallet', 'debt') AND {in:a.book_id} \
             AND (a.posted <> COALESCE(e.total, 0) * CASE WHEN a.kind = 'debt' THEN -1 ELSE 1 END \
                 OR a.seq <> COALESCE(e.numbered, 0) OR a.seq <> COALESCE(e.last, 0) \
                 OR COALESCE(e.numbered, 0) <> COALESCE(e.legs, 0))",
    ),
    check(
        2,
        "the balance after an entry does not follow from the entry before",
        "SELECT CAST(e.txn_id AS TEXT), CASE WHEN a.kind = 'debt' THEN (SELECT w.id FROM account w WHERE w.book_id = a.book_id \
             AND w.kind = 'wallet' AND w.owner_kind = a.owner_kind AND w.owner_id = a.owner_id) ELSE a.id END \
         FROM (SELECT x.txn_id, x.account_id, x.amount, x.balance_after, \
             LAG(x.balance_after) OVER (PARTITION BY x.account_id ORDER BY x.seq) AS balance_before \
             FROM account y JOIN entry x ON x.account_id = y.id WHERE x.seq IS NOT NULL AND {in:y.book_id}) AS e \
         JOIN account a ON a.id = e.account_id \
         WHERE e.balance_after <> COALESCE(e.balance_before, 0) \
             + CASE WHEN a.kind = 'debt' THEN -e.amount ELSE e.amount END",
    ),
    check(
        3,
        "a balance is below zero, or less than what is held of it",
        "SELECT CAST(a.id AS TEXT), CASE WHEN a.kind = 'debt' THEN (SELECT w.id FROM account w WHERE w.book_id = a.book_id \
             AND w.kind = 'wallet' AND w.owner_kind = a.owner_kind AND w.owner_id = a.owner_id) WHEN a.kind = 'wallet' THEN a.id END \
         FROM account a WHERE (a.posted < 0 OR a.held < 0 OR a.held > a.posted) AND {in:a.book_id}",
    ),
    check(
        4,
        "a wallet is not the sum of its lots",
        "SELECT CAST(a.id AS TEXT), a.id FROM account a LEFT JOIN lot l ON l.account_id = a.id \
         WHERE a.kind = 'wallet' AND {in:a.book_id} GROUP BY a.id, a.posted, a.held \
         HAVING a.posted <> COALESCE(CAST(SUM(l.remaining) AS BIGINT), 0) \
             OR a.held <> COALESCE(CAST(SUM(l.held) AS BIGINT), 0)",
    ),
    check(
        4,
        "what a wallet holds is not the sum of its open holds",
        "SELECT CAST(a.id AS TEXT), a.id FROM account a \
         LEFT JOIN hold h ON h.account_id = a.id AND h.closed_at IS NULL \
         WHERE a.kind = 'wallet' AND {in:a.book_id} GROUP BY a.id, a.held \
         HAVING a.held <> COALESCE(CAST(SUM(h.amount - h.captured - h.released) AS BIGINT), 0)",
    ),
    check(
        4,
        "what a lot has set aside is not the sum of what open holds have pinned of it",
        "SELECT CAST(l.id AS TEXT), l.account_id FROM lot l LEFT JOIN account a ON a.id = l.account_id \
         LEFT JOIN hold_lot p ON p.lot_id = l.id WHERE {in:a.book_id} GROUP BY l.id, l.account_id, l.held \
         HAVING l.held <> COALESCE(CAST(SUM(p.amount) AS BIGINT), 0)",
    ),
    check(
        4,
        "a hold has not pinned what is left of it",
        "SELECT CAST(h.id AS TEXT), h.account_id FROM hold h LEFT JOIN account a ON a.id = h.account_id \
         LEFT JOIN hold_lot p ON p.hold_id = h.id WHERE {in:a.book_id} \
         GROUP BY h.id, h.account_id, h.amount, h.captured, h.released \
         HAVING h.amount - h.captured - h.released <> COALESCE(CAST(SUM(p.amount) AS BIGINT), 0)",
    ),
    check(
        4,
        "what happened to a hold does not lead to what it is, or is not numbered without a gap",
        "SELECT CAST(h.id AS TEXT), h.account_id FROM hold h LEFT JOIN account a ON a.id = h.account_id \
         LEFT JOIN hold_event e ON e.hold_id = h.id WHERE {in:a.book_id} \
         GROUP BY h.id, h.account_id, h.captured, h.released, h.state, h.closed_at \
         HAVING COUNT(e.n) <> COALESCE(MAX(e.n), 0) OR COUNT(e.n) = 0 \
             OR h.captured <> COALESCE(CAST(SUM(CASE WHEN e.kind = 'captured' THEN e.amount ELSE 0 END) AS BIGINT), 0) \
             OR h.released <> COALESCE(CAST(SUM(CASE WHEN e.kind IN ('released', 'voided', 'expired') THEN e.amount \
                 WHEN e.kind = 'captured' AND h.state = 'expired' AND e.at >= h.closed_at THEN -e.amount ELSE 0 \
                 END) AS BIGINT), 0)",
    ),
    check(
        5,
        "what left a lot is not the sum of what transactions took from it",
        "SELECT CAST(l.id AS TEXT), l.account_id FROM lot l LEFT JOIN account a ON a.id = l.account_id \
         LEFT JOIN (SELECT x.lot_id, CAST(SUM(x.amount) AS BIGINT) AS total FROM txn t JOIN lot_move x ON x.txn_id = t.id \
             WHERE {in:t.book_id} GROUP BY x.lot_id) AS m ON m.lot_id = l.id \
         WHERE l.amount - l.remaining <> COALESCE(m.total, 0) AND {in:a.book_id}",
    ),
    check(
        5,
        "a lot did not arrive in another wallet as it left",
        "SELECT CAST(x.from_lot_id AS TEXT), f.account_id FROM account a JOIN wallet_transfer w ON w.into_id = a.id \
         JOIN lot_transfer x ON x.out_txn_id = w.out_txn_id \
         LEFT JOIN lot f ON f.id = x.from_lot_id LEFT JOIN lot t ON t.id = x.to_lot_id \
         LEFT JOIN lot_move m ON m.txn_id = x.out_txn_id AND m.lot_id = x.from_lot_id \
         WHERE (f.id IS NULL OR t.id IS NULL OR m.amount IS NULL OR m.amount <> x.amount \
             OR f.kind <> t.kind OR f.priority <> t.priority OR f.effective_at <> t.effective_at \
             OR COALESCE(f.expires_at, 0) <> COALESCE(t.expires_at, 0) OR COALESCE(f.scope, 0) <> COALESCE(t.scope, 0) \
             OR t.txn_id <> w.in_txn_id AND NOT EXISTS (SELECT 1 FROM lot_move b \
                 WHERE b.txn_id = w.in_txn_id AND b.lot_id = x.to_lot_id AND b.amount <= -x.amount)) AND {in:a.book_id}",
    ),
    check_of_all(
        5,
        "a lot was carried over by no transfer",
        "SELECT CAST(x.from_lot_id AS TEXT), l.account_id FROM lot_transfer x \
         LEFT JOIN wallet_transfer w ON w.out_txn_id = x.out_txn_id LEFT JOIN lot l ON l.id = x.from_lot_id \
         WHERE w.out_txn_id IS NULL",
    ),
    check(
        9,
        "an entry left less than nothing",
        "SELECT CAST(e.txn_id AS TEXT), CASE WHEN a.kind = 'wallet' THEN a.id END FROM account a \
         JOIN entry e ON e.account_id = a.id WHERE e.seq IS NOT NULL AND e.balance_after < 0 AND {in:a.book_id}",
    ),
    // The debt of a claw-back may exceed the limit, also after a merge has moved it.
    check(
        9,
        "more is owed than may be",
        "SELECT CAST(w.id AS TEXT), w.id FROM account w JOIN account d ON d.id = w.debt_account_id \
         WHERE w.kind = 'wallet' AND d.posted > w.overdraft_limit AND {in:w.book_id} AND d.posted > w.overdraft_limit \
             + (SELECT COALESCE(CAST(SUM(-e.amount) AS BIGINT), 0) FROM entry e CROSS JOIN txn t \
                WHERE e.account_id = d.id AND e.seq IS NOT NULL AND e.amount < 0 AND t.id = e.txn_id AND t.kind IN ('claw_back', 'transfer'))",
    ),
    check(
        10,
        "credits were spent, taken or given back after they had expired",
        "SELECT CAST(l.id AS TEXT), l.account_id FROM txn t JOIN lot_move m ON m.txn_id = t.id \
         JOIN lot l ON l.id = m.lot_id WHERE t.kind IN ('spend', 'reversal', 'void') AND l.expires_at <= t.booked_at \
             AND {in:t.book_id}",
    ),
    check(
        10,
        "credits were captured after they had expired, and the hold had not set them aside before",
        "SELECT CAST(l.id AS TEXT), l.account_id FROM txn t JOIN lot_move m ON m.txn_id = t.id \
         JOIN lot l ON l.id = m.lot_id WHERE t.kind = 'capture' AND l.expires_at <= t.booked_at AND NOT EXISTS ( \
             SELECT 1 FROM hold_event e CROSS JOIN hold h CROSS JOIN hold_lot p \
             WHERE e.op_key = t.op_key AND e.kind = 'captured' AND h.id = e.hold_id \
                 AND h.opened_at < l.expires_at AND p.hold_id = h.id AND p.lot_id = l.id) AND {in:t.book_id}",
    ),
    check(
        10,
        "credits expired before their time",
        "SELECT CAST(l.id AS TEXT), l.account_id FROM txn t JOIN lot_move m ON m.txn_id = t.id \
         JOIN lot l ON l.id = m.lot_id \
         WHERE t.kind = 'expiry' AND (l.expires_at IS NULL OR l.expires_at > t.booked_at) \
             AND t.op_key NOT LIKE 'rollover:%' AND t.op_key NOT LIKE 'end:%' AND {in:t.book_id}",
    ),
    check(
        10,
        "credits or a hold run out before their wallet is looked at",
        "SELECT CAST(l.id AS TEXT), a.id FROM account a JOIN lot l ON l.account_id = a.id \
         WHERE l.closed_at IS NULL AND l.remaining > l.held AND l.expires_at IS NOT NULL \
             AND (a.next_due_at IS NULL OR l.expires_at < a.next_due_at) AND {in:a.book_id} \
         UNION ALL SELECT h.public_id, a.id FROM account a JOIN hold h ON h.account_id = a.id \
         WHERE h.closed_at IS NULL AND h.expires_at IS NOT NULL AND (a.next_due_at IS NULL OR h.expires_at < a.next_due_at) AND {in:a.book_id}",
    ),
    check(
        11,
        "a customer's row shows another balance than the wallet",
        "SELECT c.id, a.id FROM customers c LEFT JOIN book b ON b.website_id = c.website_id AND b.mode = c.mode \
         LEFT JOIN account a ON a.kind = 'wallet' AND a.owner_kind = 'customer' AND a.owner_id = c.id \
         LEFT JOIN account d ON d.id = a.debt_account_id \
         WHERE c.credits <> COALESCE(a.posted - a.held, 0) - COALESCE(d.posted, 0) AND {in:b.id}",
    ),
    check(
        11,
        "a customer who was merged has a wallet that is in use, or one who was not has one that is not",
        "SELECT c.id, a.id FROM customers c JOIN account a ON a.kind = 'wallet' AND a.owner_kind = 'customer' \
             AND a.owner_id = c.id WHERE (c.merged_into IS NULL) <> (a.status = 0) AND {in:a.book_id}",
    ),
    check(
        11,
        "a user's row shows another balance than the wallet",
        "SELECT u.id, a.id FROM users u LEFT JOIN account a ON a.kind = 'wallet' AND a.owner_kind = 'user' \
             AND a.owner_id = u.id LEFT JOIN account d ON d.id = a.debt_account_id \
         WHERE u.credits <> COALESCE(a.posted - a.held, 0) - COALESCE(d.posted, 0) AND {in:a.book_id}",
    ),
];
