//! The invariants as questions: each statement gives the keys of rows that contradict one.

use foundation::database::Failed;
use foundation::{Connection, Failure, on_engine};

/// One question.
#[derive(Clone, Copy, Debug)]
pub(in crate::credits) struct Check {
    /// The invariant's number.
    pub(in crate::credits) invariant: u8,
    /// What the rows do.
    pub(in crate::credits) what: &'static str,
    text: &'static str,
}

const fn check(invariant: u8, what: &'static str, text: &'static str) -> Check {
    Check {
        invariant,
        what,
        text,
    }
}

/// All questions.
pub(in crate::credits) const CHECKS: &[Check] = &[
    check(
        1,
        "the entries of a transaction do not add up to zero, or are fewer than two",
        "SELECT CAST(t.id AS TEXT) FROM txn t LEFT JOIN entry e ON e.txn_id = t.id GROUP BY t.id \
         HAVING COUNT(e.leg) < 2 OR CAST(SUM(e.amount) AS BIGINT) <> 0 LIMIT 20",
    ),
    check(
        1,
        "an entry belongs to no transaction, or to one of another book",
        "SELECT CAST(e.txn_id AS TEXT) FROM entry e LEFT JOIN txn t ON t.id = e.txn_id \
         LEFT JOIN account a ON a.id = e.account_id \
         WHERE t.id IS NULL OR a.id IS NULL OR a.book_id <> t.book_id LIMIT 20",
    ),
    check(
        1,
        "credits left one wallet for another and did not arrive",
        "SELECT CAST(a.id AS TEXT) FROM account a JOIN entry e ON e.account_id = a.id WHERE a.kind = 'transferred' \
         GROUP BY a.id HAVING CAST(SUM(e.amount) AS BIGINT) <> 0 LIMIT 20",
    ),
    check(
        1,
        "a transfer has a leg that is not there, or is not as large as the other",
        "SELECT CAST(w.out_txn_id AS TEXT) FROM wallet_transfer w \
         LEFT JOIN txn o ON o.id = w.out_txn_id AND o.account_id = w.from_id AND o.kind = 'transfer' \
         LEFT JOIN txn i ON i.id = w.in_txn_id AND i.account_id = w.into_id AND i.kind = 'transfer' \
         WHERE o.id IS NULL OR i.id IS NULL OR o.book_id <> i.book_id OR o.amount <> -i.amount LIMIT 20",
    ),
    check(
        1,
        "a transfer of credits belongs to no merge",
        "SELECT CAST(t.id AS TEXT) FROM txn t WHERE t.kind = 'transfer' AND NOT EXISTS ( \
             SELECT 1 FROM wallet_transfer w WHERE w.out_txn_id = t.id OR w.in_txn_id = t.id) LIMIT 20",
    ),
    check(
        2,
        "a balance is not the sum of its entries, or entries are missing in between",
        "SELECT CAST(a.id AS TEXT) FROM account a LEFT JOIN entry e ON e.account_id = a.id \
         WHERE a.kind IN ('wallet', 'debt') GROUP BY a.id, a.kind, a.posted, a.seq \
         HAVING a.posted <> COALESCE(CAST(SUM(e.amount) AS BIGINT), 0) * CASE WHEN a.kind = 'debt' THEN -1 ELSE 1 END \
             OR a.seq <> COUNT(e.seq) OR a.seq <> COALESCE(MAX(e.seq), 0) OR COUNT(e.seq) <> COUNT(e.leg) LIMIT 20",
    ),
    check(
        2,
        "the balance after an entry does not follow from the entry before",
        "SELECT CAST(e.txn_id AS TEXT) FROM (SELECT txn_id, account_id, amount, balance_after, \
             LAG(balance_after) OVER (PARTITION BY account_id ORDER BY seq) AS balance_before \
             FROM entry WHERE seq IS NOT NULL) AS e JOIN account a ON a.id = e.account_id \
         WHERE e.balance_after <> COALESCE(e.balance_before, 0) \
             + CASE WHEN a.kind = 'debt' THEN -e.amount ELSE e.amount END LIMIT 20",
    ),
    check(
        2,
        "a wallet's transactions are not numbered without a gap",
        "SELECT CAST(a.id AS TEXT) FROM account a LEFT JOIN txn t ON t.account_id = a.id WHERE a.kind = 'wallet' \
         GROUP BY a.id, a.txn_count HAVING COUNT(t.id) <> a.txn_count OR COUNT(DISTINCT t.n) <> a.txn_count \
             OR COALESCE(MAX(t.n), 0) <> a.txn_count LIMIT 20",
    ),
    check(
        2,
        "a wallet's transactions go back in time",
        "SELECT CAST(t.id AS TEXT) FROM (SELECT id, booked_at, \
             LAG(booked_at) OVER (PARTITION BY account_id ORDER BY n) AS booked_before FROM txn) AS t \
         WHERE t.booked_before > t.booked_at LIMIT 20",
    ),
    check(
        2,
        "what a transaction says it did to its owner is not what its entries did",
        "SELECT CAST(t.id AS TEXT) FROM txn t JOIN account w ON w.id = t.account_id \
         LEFT JOIN entry e ON e.txn_id = t.id AND (e.account_id = w.id OR e.account_id = w.debt_account_id) \
         GROUP BY t.id, t.amount HAVING t.amount <> COALESCE(CAST(SUM(e.amount) AS BIGINT), 0) LIMIT 20",
    ),
    check(
        3,
        "a balance is below zero, or less than what is held of it",
        "SELECT CAST(id AS TEXT) FROM account WHERE posted < 0 OR held < 0 OR held > posted LIMIT 20",
    ),
    check(
        4,
        "a wallet is not the sum of its lots",
        "SELECT CAST(a.id AS TEXT) FROM account a LEFT JOIN lot l ON l.account_id = a.id WHERE a.kind = 'wallet' \
         GROUP BY a.id, a.posted, a.held HAVING a.posted <> COALESCE(CAST(SUM(l.remaining) AS BIGINT), 0) \
             OR a.held <> COALESCE(CAST(SUM(l.held) AS BIGINT), 0) LIMIT 20",
    ),
    check(
        4,
        "what a wallet holds is not the sum of its open holds",
        "SELECT CAST(a.id AS TEXT) FROM account a LEFT JOIN hold h ON h.account_id = a.id AND h.closed_at IS NULL \
         WHERE a.kind = 'wallet' GROUP BY a.id, a.held \
         HAVING a.held <> COALESCE(CAST(SUM(h.amount - h.captured - h.released) AS BIGINT), 0) LIMIT 20",
    ),
    check(
        4,
        "what a lot has set aside is not the sum of what open holds have pinned of it",
        "SELECT CAST(l.id AS TEXT) FROM lot l LEFT JOIN hold_lot p ON p.lot_id = l.id GROUP BY l.id, l.held \
         HAVING l.held <> COALESCE(CAST(SUM(p.amount) AS BIGINT), 0) LIMIT 20",
    ),
    check(
        4,
        "a hold has not pinned what is left of it",
        "SELECT CAST(h.id AS TEXT) FROM hold h LEFT JOIN hold_lot p ON p.hold_id = h.id \
         GROUP BY h.id, h.amount, h.captured, h.released \
         HAVING h.amount - h.captured - h.released <> COALESCE(CAST(SUM(p.amount) AS BIGINT), 0) LIMIT 20",
    ),
    check(
        4,
        "what happened to a hold does not lead to what it is, or is not numbered without a gap",
        "SELECT CAST(h.id AS TEXT) FROM hold h LEFT JOIN hold_event e ON e.hold_id = h.id \
         GROUP BY h.id, h.captured, h.released HAVING COUNT(e.n) <> COALESCE(MAX(e.n), 0) OR COUNT(e.n) = 0 \
             OR h.captured <> COALESCE(CAST(SUM(CASE WHEN e.kind = 'captured' THEN e.amount ELSE 0 END) AS BIGINT), 0) \
             OR h.released <> COALESCE(CAST(SUM(CASE WHEN e.kind IN ('released', 'voided', 'expired') THEN e.amount ELSE 0 \
                 END) AS BIGINT), 0) LIMIT 20",
    ),
    check(
        6,
        "an answer tells of a hold that is not there",
        "SELECT o.tenant_id FROM api_operation o LEFT JOIN hold h ON h.public_id = o.result_id \
         WHERE o.result_id LIKE 'hold_%' AND h.id IS NULL LIMIT 20",
    ),
    check(
        5,
        "what left a lot is not the sum of what transactions took from it",
        "SELECT CAST(l.id AS TEXT) FROM lot l LEFT JOIN lot_move m ON m.lot_id = l.id GROUP BY l.id, l.amount, l.remaining \
         HAVING l.amount - l.remaining <> COALESCE(CAST(SUM(m.amount) AS BIGINT), 0) LIMIT 20",
    ),
    check(
        5,
        "a lot did not arrive in another wallet as it left",
        "SELECT CAST(x.from_lot_id AS TEXT) FROM lot_transfer x \
         LEFT JOIN wallet_transfer w ON w.out_txn_id = x.out_txn_id \
         LEFT JOIN lot f ON f.id = x.from_lot_id LEFT JOIN lot t ON t.id = x.to_lot_id \
         LEFT JOIN lot_move m ON m.txn_id = x.out_txn_id AND m.lot_id = x.from_lot_id \
         WHERE w.out_txn_id IS NULL OR f.id IS NULL OR t.id IS NULL OR m.amount IS NULL OR m.amount <> x.amount \
             OR f.kind <> t.kind OR f.priority <> t.priority OR f.effective_at <> t.effective_at \
             OR COALESCE(f.expires_at, 0) <> COALESCE(t.expires_at, 0) OR COALESCE(f.scope, 0) <> COALESCE(t.scope, 0) \
             OR t.txn_id <> w.in_txn_id AND NOT EXISTS (SELECT 1 FROM lot_move b \
                 WHERE b.txn_id = w.in_txn_id AND b.lot_id = x.to_lot_id AND b.amount <= -x.amount) LIMIT 20",
    ),
    check(
        6,
        "a key was executed twice",
        "SELECT op_key FROM txn GROUP BY book_id, op_key HAVING COUNT(*) > 1 LIMIT 20",
    ),
    check(
        6,
        "a transaction of a key has no answer stored under the key, or two",
        "SELECT CAST(t.id AS TEXT) FROM txn t LEFT JOIN book b ON b.id = t.book_id \
         LEFT JOIN api_operation o ON o.result_id = t.public_id AND t.op_key = 'key:' || o.key \
             AND o.tenant_id = b.website_id || ':' || b.mode \
         WHERE t.op_key LIKE 'key:%' GROUP BY t.id HAVING COUNT(o.key) <> 1 LIMIT 20",
    ),
    check(
        6,
        "an answer tells of a transaction that is not there or is another key's, or a key was never answered",
        "SELECT o.tenant_id FROM api_operation o LEFT JOIN txn t ON t.public_id = o.result_id \
         LEFT JOIN book b ON b.id = t.book_id \
         WHERE (o.result_id LIKE 'txn_%' AND (t.id IS NULL OR t.op_key <> 'key:' || o.key \
             OR o.tenant_id <> b.website_id || ':' || b.mode)) OR (o.state = 2 AND o.status IS NULL) LIMIT 20",
    ),
    check(
        8,
        "more was taken back of a transaction than it moved",
        "SELECT CAST(t.id AS TEXT) FROM txn r JOIN txn t ON t.id = r.reverses_txn_id GROUP BY t.id, t.amount \
         HAVING ABS(CAST(SUM(r.amount) AS BIGINT)) > ABS(t.amount) LIMIT 20",
    ),
    check(
        8,
        "a reversal takes back nothing, or what cannot be taken back so",
        "SELECT CAST(r.id AS TEXT) FROM txn r LEFT JOIN txn t ON t.id = r.reverses_txn_id \
         WHERE (r.kind IN ('reversal', 'void') OR r.reverses_txn_id IS NOT NULL) \
             AND NOT COALESCE(t.book_id = r.book_id AND ( \
                 (r.kind = 'reversal' AND t.kind IN ('spend', 'capture') AND r.amount > 0) \
                 OR (r.kind = 'void' AND t.kind = 'grant' AND r.amount < 0)), FALSE) LIMIT 20",
    ),
    check(
        9,
        "an entry left less than nothing",
        "SELECT CAST(txn_id AS TEXT) FROM entry WHERE balance_after < 0 LIMIT 20",
    ),
    check(
        9,
        "more is owed than may be",
        "SELECT CAST(w.id AS TEXT) FROM account w JOIN account d ON d.id = w.debt_account_id \
         WHERE w.kind = 'wallet' AND d.posted > w.overdraft_limit LIMIT 20",
    ),
    check(
        10,
        "credits were spent, taken or given back after they had expired",
        "SELECT CAST(l.id AS TEXT) FROM lot_move m JOIN lot l ON l.id = m.lot_id JOIN txn t ON t.id = m.txn_id \
         WHERE t.kind IN ('spend', 'reversal', 'void') AND l.expires_at <= t.booked_at LIMIT 20",
    ),
    check(
        11,
        "a customer's row shows another balance than the wallet",
        "SELECT c.id FROM customers c LEFT JOIN account a ON a.kind = 'wallet' AND a.owner_kind = 'customer' \
             AND a.owner_id = c.id LEFT JOIN account d ON d.id = a.debt_account_id \
         WHERE c.credits <> COALESCE(a.posted - a.held, 0) - COALESCE(d.posted, 0) LIMIT 20",
    ),
    check(
        11,
        "a customer who was merged has a wallet that is in use, or one who was not has one that is not",
        "SELECT c.id FROM customers c JOIN account a ON a.kind = 'wallet' AND a.owner_kind = 'customer' \
             AND a.owner_id = c.id WHERE (c.merged_into IS NULL) <> (a.status = 0) LIMIT 20",
    ),
    check(
        11,
        "a user's row shows another balance than the wallet",
        "SELECT u.id FROM users u LEFT JOIN account a ON a.kind = 'wallet' AND a.owner_kind = 'user' \
             AND a.owner_id = u.id LEFT JOIN account d ON d.id = a.debt_account_id \
         WHERE u.credits <> COALESCE(a.posted - a.held, 0) - COALESCE(d.posted, 0) LIMIT 20",
    ),
    check(
        12,
        "an event tells of a transaction that is not there",
        "SELECT CAST(o.id AS TEXT) FROM outbox o LEFT JOIN txn t ON t.id = o.txn_id \
         WHERE o.txn_id IS NOT NULL AND t.id IS NULL LIMIT 20",
    ),
    check(
        12,
        "a wallet's events are not as many as it has counted",
        "SELECT CAST(a.id AS TEXT) FROM account a LEFT JOIN outbox o ON o.account_id = a.id WHERE a.kind = 'wallet' \
         GROUP BY a.id, a.event_count HAVING a.event_count <> COUNT(o.id) LIMIT 20",
    ),
];

/// The keys of the first rows that contradict.
pub(in crate::credits) async fn run(
    db: &mut Connection<'_>,
    check: &Check,
) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(check.text).fetch_all(c).await)
        .failed("verifying the books")
}
