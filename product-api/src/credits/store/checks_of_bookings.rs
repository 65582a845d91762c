//! Checks of transactions, keys, causes and events (invariants 1, 2, 6, 7, 8 and 12).

use super::check::{Check, check, check_of_all};

/// The checks.
pub(super) const BOOKINGS: &[Check] = &[
    check(
        1,
        "the entries of a transaction do not add up to zero, or are fewer than two",
        "SELECT CAST(t.id AS TEXT), t.account_id FROM txn t LEFT JOIN entry e ON e.txn_id = t.id WHERE {in:t.book_id} \
         GROUP BY t.id, t.account_id HAVING COUNT(e.leg) < 2 OR CAST(SUM(e.amount) AS BIGINT) <> 0",
    ),
    // Such an entry is in no book, so only the operator's verification of all books finds it.
    check_of_all(
        1,
        "an entry belongs to no transaction",
        "SELECT CAST(e.txn_id AS TEXT), a.id FROM entry e LEFT JOIN txn t ON t.id = e.txn_id \
         LEFT JOIN account a ON a.id = e.account_id AND a.kind = 'wallet' WHERE t.id IS NULL",
    ),
    check(
        1,
        "an entry of a transaction is on an account of another book, or on none",
        "SELECT CAST(t.id AS TEXT), t.account_id FROM txn t JOIN entry e ON e.txn_id = t.id \
         LEFT JOIN account a ON a.id = e.account_id WHERE (a.id IS NULL OR a.book_id <> t.book_id) AND {in:t.book_id}",
    ),
    check(
        1,
        "credits left one wallet for another and did not arrive",
        "SELECT CAST(a.id AS TEXT), CAST(NULL AS BIGINT) FROM txn t CROSS JOIN entry e CROSS JOIN account a \
         WHERE e.txn_id = t.id AND a.id = e.account_id AND a.kind = 'transferred' AND {in:t.book_id} \
         GROUP BY a.id HAVING CAST(SUM(e.amount) AS BIGINT) <> 0",
    ),
    check(
        1,
        "a transfer has a leg that is not there, or is not as large as the other",
        "SELECT CAST(w.out_txn_id AS TEXT), w.into_id FROM wallet_transfer w \
         LEFT JOIN account a ON a.id = w.into_id \
         LEFT JOIN txn o ON o.id = w.out_txn_id AND o.account_id = w.from_id AND o.kind = 'transfer' \
         LEFT JOIN txn i ON i.id = w.in_txn_id AND i.account_id = w.into_id AND i.kind = 'transfer' \
         WHERE (o.id IS NULL OR i.id IS NULL OR o.book_id <> i.book_id OR o.amount <> -i.amount) AND {in:a.book_id}",
    ),
    check(
        1,
        "a transfer of credits belongs to no merge",
        "SELECT CAST(t.id AS TEXT), t.account_id FROM txn t WHERE t.kind = 'transfer' AND {in:t.book_id} \
         AND NOT EXISTS (SELECT 1 FROM wallet_transfer w WHERE w.out_txn_id = t.id) \
         AND NOT EXISTS (SELECT 1 FROM wallet_transfer w WHERE w.in_txn_id = t.id)",
    ),
    check(
        2,
        "a wallet's transactions are not numbered without a gap",
        "SELECT CAST(a.id AS TEXT), a.id FROM account a LEFT JOIN txn t ON t.account_id = a.id \
         WHERE a.kind = 'wallet' AND {in:a.book_id} GROUP BY a.id, a.txn_count \
         HAVING COUNT(t.n) <> a.txn_count OR COUNT(DISTINCT t.n) <> a.txn_count OR COALESCE(MAX(t.n), 0) <> a.txn_count",
    ),
    check(
        2,
        "a wallet's transactions go back in time",
        "SELECT CAST(t.id AS TEXT), t.account_id FROM (SELECT id, account_id, booked_at, \
             LAG(booked_at) OVER (PARTITION BY account_id ORDER BY n) AS booked_before FROM txn WHERE {in:book_id}) AS t \
         WHERE t.booked_before > t.booked_at",
    ),
    check(
        2,
        "what a transaction says it did to its owner is not what its entries did",
        "SELECT CAST(t.id AS TEXT), t.account_id FROM txn t JOIN account w ON w.id = t.account_id \
         LEFT JOIN entry e ON e.txn_id = t.id AND (e.account_id = w.id OR e.account_id = w.debt_account_id) \
         WHERE {in:t.book_id} \
         GROUP BY t.id, t.account_id, t.amount HAVING t.amount <> COALESCE(CAST(SUM(e.amount) AS BIGINT), 0)",
    ),
    check(
        6,
        "a key was executed twice",
        "SELECT t.op_key, MIN(t.account_id) FROM txn t WHERE {in:t.book_id} GROUP BY t.book_id, t.op_key \
         HAVING COUNT(*) > 1",
    ),
    check(
        6,
        "an answer tells of a hold that is not there",
        "SELECT o.tenant_id, CAST(NULL AS BIGINT) FROM api_operation o LEFT JOIN hold h ON h.public_id = o.result_id \
         WHERE o.result_id LIKE 'hold_%' AND h.id IS NULL AND {tenant:o.tenant_id}",
    ),
    check(
        6,
        "a transaction of a key has no answer stored under the key, or two",
        "SELECT CAST(t.id AS TEXT), t.account_id FROM txn t LEFT JOIN book b ON b.id = t.book_id \
         LEFT JOIN api_operation o ON o.tenant_id = b.website_id || ':' || b.mode AND o.key = SUBSTR(t.op_key, 5) \
             AND o.result_id = t.public_id \
         WHERE t.op_key LIKE 'key:%' AND {in:t.book_id} GROUP BY t.id, t.account_id HAVING COUNT(o.key) <> 1",
    ),
    check(
        6,
        "an answer tells of a transaction that is not there or is another key's, or a key was never answered",
        "SELECT o.tenant_id, CAST(NULL AS BIGINT) FROM api_operation o LEFT JOIN txn t ON t.public_id = o.result_id \
         LEFT JOIN book b ON b.id = t.book_id \
         WHERE ((o.result_id LIKE 'txn_%' AND (t.id IS NULL OR t.op_key <> 'key:' || o.key \
             OR o.tenant_id <> b.website_id || ':' || b.mode)) OR (o.state = 2 AND o.status IS NULL)) AND {tenant:o.tenant_id}",
    ),
    check(
        7,
        "one cause has made two transactions of its kind",
        "SELECT t.cause_ref, MIN(t.account_id) FROM txn t WHERE t.cause_ref IS NOT NULL AND {in:t.book_id} \
         GROUP BY t.book_id, t.cause_kind, t.cause_ref HAVING COUNT(*) > 1",
    ),
    check(
        7,
        "one source has made two lots of a wallet",
        "SELECT l.source_ref, l.account_id FROM lot l LEFT JOIN account a ON a.id = l.account_id WHERE {in:a.book_id} \
         GROUP BY l.account_id, l.source_kind, l.source_ref HAVING COUNT(*) > 1",
    ),
    check(
        8,
        "more was taken back of a transaction than it moved",
        "SELECT CAST(t.id AS TEXT), t.account_id FROM txn t JOIN txn r ON t.id = r.reverses_txn_id WHERE {in:t.book_id} \
         GROUP BY t.id, t.account_id, t.amount HAVING ABS(CAST(SUM(r.amount) AS BIGINT)) > ABS(t.amount)",
    ),
    check(
        8,
        "a reversal takes back nothing, or what cannot be taken back so",
        "SELECT CAST(r.id AS TEXT), r.account_id FROM txn r LEFT JOIN txn t ON t.id = r.reverses_txn_id \
         WHERE (r.kind IN ('reversal', 'void') OR r.reverses_txn_id IS NOT NULL) AND {in:r.book_id} \
             AND NOT COALESCE(t.book_id = r.book_id AND ( \
                 (r.kind = 'reversal' AND t.kind IN ('spend', 'capture') AND r.amount > 0) \
                 OR (r.kind = 'reversal' AND t.kind IN ('claw_back', 'write_off') AND r.amount >= 0) \
                 OR (r.kind = 'void' AND t.kind = 'grant' AND r.amount < 0)), FALSE)",
    ),
    check(
        12,
        "an event tells of a transaction that is not there",
        "SELECT CAST(o.id AS TEXT), o.account_id FROM outbox o LEFT JOIN txn t ON t.id = o.txn_id \
         WHERE o.txn_id IS NOT NULL AND t.id IS NULL AND {in:o.book_id}",
    ),
    check(
        12,
        "a grant, an expiry or a reversal has no event",
        "SELECT CAST(t.id AS TEXT), t.account_id FROM ( \
             SELECT id FROM txn WHERE kind IN ('grant', 'expiry', 'reversal') AND amount <> 0 AND {in:book_id} \
                 AND created_at > (SELECT before FROM outbox_swept) \
             EXCEPT SELECT txn_id FROM outbox WHERE txn_id IS NOT NULL AND {in:book_id}) AS silent \
         JOIN txn t ON t.id = silent.id",
    ),
    // Clocks of servers differ slightly, so near the sweep's limit a later event may be deleted before an earlier one. The
    // check requires every event only from the first one that is at least an hour younger than the limit.
    check(
        12,
        "a wallet's events are not as many as it has counted",
        "SELECT CAST(a.id AS TEXT), a.id FROM account a \
         LEFT JOIN (SELECT account_id, MIN(n) AS n FROM outbox \
             WHERE {in:book_id} AND created_at > (SELECT before FROM outbox_swept) + 3600000000 GROUP BY account_id) AS sure \
             ON sure.account_id = a.id \
         LEFT JOIN outbox o ON o.account_id = sure.account_id AND o.n >= sure.n \
         WHERE a.kind = 'wallet' AND {in:a.book_id} GROUP BY a.id, a.event_count, sure.n \
         HAVING COUNT(o.n) > 0 AND (MAX(o.n) <> a.event_count OR MAX(o.n) - sure.n + 1 <> COUNT(o.n)) \
             OR a.event_count <> COUNT(o.n) AND (SELECT before FROM outbox_swept) = 0",
    ),
];
