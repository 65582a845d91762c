//! Checks of money and of what it has bought (invariants B1 to B9 of billing, numbered from 101).
//!
//! They name no wallet: a wrong row of money says nothing against the credits of a wallet, so that none is frozen.

use super::check::{Check, check, check_of_all};

/// The checks.
pub(super) const MONEY: &[Check] = &[
    check(
        101,
        "a payment was paid, and its credits were not granted",
        "SELECT p.id, CAST(NULL AS BIGINT) FROM payment p LEFT JOIN payment_lot k ON k.payment_id = p.id \
         WHERE p.state = 'paid' AND {in:p.book_id} GROUP BY p.id, p.granted \
         HAVING COALESCE(CAST(SUM(k.credits) AS BIGINT), 0) <> p.granted OR p.granted = 0",
    ),
    check(
        101,
        "a lot of a payment is not there, or has other credits",
        "SELECT p.id, CAST(NULL AS BIGINT) FROM payment p JOIN payment_lot k ON k.payment_id = p.id \
         LEFT JOIN lot l ON l.id = k.lot_id WHERE (l.id IS NULL OR l.amount <> k.credits) AND {in:p.book_id}",
    ),
    check(
        101,
        "credits of a checkout, an invoice or a top-up were granted, and no payment is paid",
        "SELECT CAST(l.id AS TEXT), CAST(NULL AS BIGINT) FROM account a CROSS JOIN lot l \
         LEFT JOIN payment_lot k ON k.lot_id = l.id LEFT JOIN payment p ON p.id = k.payment_id AND p.state = 'paid' \
         WHERE l.account_id = a.id AND l.source_kind IN ('checkout', 'subscription', 'topup') AND p.id IS NULL AND {in:a.book_id}",
    ),
    // The target is the share of the credits that the money which went back has, rounded down, without a product of credits and
    // money, which could be out of range. Credits that holds of callers pin are taken back when the holds end.
    check(
        102,
        "a payment has not given back the credits of the money that went back",
        "SELECT s.id, CAST(NULL AS BIGINT) FROM ( \
             SELECT b.id, b.clawed, b.waits_for_holds, CASE WHEN b.back <= 0 OR b.amount_minor <= 0 THEN 0 \
                 WHEN b.back >= b.amount_minor THEN b.granted \
                 ELSE (b.granted / b.amount_minor) * b.back + (b.granted % b.amount_minor) * b.back / b.amount_minor END AS target \
             FROM (SELECT p.id, p.amount_minor, p.granted, p.clawed, p.waits_for_holds, \
                 (SELECT COALESCE(CAST(SUM(r.amount_minor) AS BIGINT), 0) FROM refund r \
                     WHERE r.payment_id = p.id AND r.state IN ('pending', 'requires_action', 'succeeded')) \
                 + (SELECT COALESCE(CAST(SUM(d.withdrawn_minor) AS BIGINT), 0) FROM dispute d \
                     WHERE d.payment_id = p.id AND d.state IN ('lost', 'prevented')) AS back \
                 FROM payment p WHERE p.state = 'paid' AND {in:p.book_id}) AS b) AS s \
         WHERE s.clawed > s.target OR s.clawed < s.target AND s.waits_for_holds = 0",
    ),
    check(
        103,
        "the costs of a payment's lots are not its amount without the tax",
        "SELECT p.id, CAST(NULL AS BIGINT) FROM payment p LEFT JOIN payment_lot k ON k.payment_id = p.id \
         LEFT JOIN recognition r ON r.lot_id = k.lot_id WHERE p.state = 'paid' AND {in:p.book_id} \
         GROUP BY p.id, p.amount_minor, p.tax_minor, p.undivided_minor, p.undivided_returned, p.undivided_broken \
         HAVING COALESCE(CAST(SUM(r.cost_minor) AS BIGINT), 0) + COALESCE(p.undivided_minor, 0) \
             + COALESCE(p.undivided_returned, 0) + COALESCE(p.undivided_broken, 0) <> p.amount_minor - p.tax_minor",
    ),
    // A customer who was merged is not shown: the subscriptions count for the one into which the customer was merged.
    check(
        104,
        "a customer is shown as subscribed, and no subscription counts, or the other way round",
        "WITH RECURSIVE counted (id) AS ( \
             SELECT s.owner_id FROM subscription s WHERE s.owner_kind = 'customer' AND s.is_subscribed AND {in:s.book_id} \
             UNION SELECT c.merged_into FROM counted f CROSS JOIN customers c WHERE c.id = f.id AND c.merged_into IS NOT NULL) \
         SELECT c.id, CAST(NULL AS BIGINT) FROM book b CROSS JOIN customers c LEFT JOIN counted f ON f.id = c.id \
         WHERE c.website_id = b.website_id AND c.mode = b.mode AND c.merged_into IS NULL \
             AND c.subscribed <> (f.id IS NOT NULL) AND {in:b.id}",
    ),
    // Invariant B5, as far as rows can show it: a period that has begun has an allowance if its payment brought credits. The table's
    // key forbids a second one of a period. No row says which months of a longer period should have begun, because pauses, changes
    // of the plan, refunds and the takeover of a subscription move or end them.
    check(
        105,
        "credits of a subscription's payment have no allowance, or more than one, or those of an allowance have no payment",
        "SELECT s.payment_id, CAST(NULL AS BIGINT) FROM ( \
             SELECT k.payment_id, k.lot_id, 1 AS bought, 0 AS allowed FROM payment p JOIN payment_lot k ON k.payment_id = p.id \
             WHERE p.source = 'subscription' AND {in:p.book_id} \
             UNION ALL SELECT a.payment_id, a.lot_id, 0 AS bought, 1 AS allowed FROM subscription o CROSS JOIN allowance a \
             WHERE a.subscription_id = o.id AND a.state = 'granted' AND a.payment_id IS NOT NULL AND {in:o.book_id}) AS s \
         GROUP BY s.payment_id, s.lot_id HAVING SUM(s.bought) <> 1 OR SUM(s.allowed) <> 1",
    ),
    check(
        107,
        "the entries of money of a transaction do not add up to zero in a currency, or are fewer than two",
        "SELECT CAST(t.id AS TEXT), CAST(NULL AS BIGINT) FROM money_txn t LEFT JOIN money_entry e ON e.txn_id = t.id \
         WHERE {in:t.book_id} GROUP BY t.id, e.currency HAVING COUNT(e.leg) < 2 OR CAST(SUM(e.amount) AS BIGINT) <> 0",
    ),
    // Such an entry is in no book, so only the operator's verification of all books finds it.
    check_of_all(
        107,
        "an entry of money belongs to no transaction",
        "SELECT CAST(e.txn_id AS TEXT), CAST(NULL AS BIGINT) FROM money_entry e LEFT JOIN money_txn t ON t.id = e.txn_id \
         WHERE t.id IS NULL",
    ),
    check(
        108,
        "the deferred money of a book is not the cost of what it owes",
        "SELECT CAST(s.book_id AS TEXT) || ' ' || s.currency, CAST(NULL AS BIGINT) FROM ( \
             SELECT t.book_id, e.currency, CAST(SUM(e.amount) AS BIGINT) AS amount \
             FROM money_txn t JOIN money_entry e ON e.txn_id = t.id WHERE e.account = 'deferred' AND {in:t.book_id} \
             GROUP BY t.book_id, e.currency \
             UNION ALL SELECT r.book_id, r.currency, CAST(SUM(r.cost_minor - r.earned - r.broken - r.returned) AS BIGINT) AS amount \
             FROM recognition r WHERE {in:r.book_id} GROUP BY r.book_id, r.currency \
             UNION ALL SELECT p.book_id, p.currency, CAST(SUM(p.undivided_minor) AS BIGINT) AS amount \
             FROM payment p WHERE p.undivided_minor > 0 AND {in:p.book_id} GROUP BY p.book_id, p.currency) AS s \
         GROUP BY s.book_id, s.currency HAVING CAST(SUM(s.amount) AS BIGINT) <> 0",
    ),
    check(
        109,
        "a payment came through a connection of another mode, or none",
        "SELECT p.id, CAST(NULL AS BIGINT) FROM payment p LEFT JOIN book b ON b.id = p.book_id \
         LEFT JOIN stripe_connection c ON c.id = p.connection_id AND c.mode = b.mode WHERE c.id IS NULL AND {in:p.book_id}",
    ),
    check(
        109,
        "a payment and its checkout differ in book, owner or connection",
        "SELECT p.id, CAST(NULL AS BIGINT) FROM payment p LEFT JOIN checkout c ON c.id = p.source_id AND c.book_id = p.book_id \
             AND c.connection_id = p.connection_id AND c.owner_kind = p.owner_kind AND c.owner_id = p.owner_id \
         WHERE p.source = 'checkout' AND c.id IS NULL AND {in:p.book_id}",
    ),
    check(
        109,
        "a payment and its top-up differ in book, owner or connection",
        "SELECT p.id, CAST(NULL AS BIGINT) FROM payment p LEFT JOIN topup_attempt t ON t.id = p.source_id AND t.book_id = p.book_id \
             AND t.connection_id = p.connection_id AND t.owner_kind = p.owner_kind AND t.owner_id = p.owner_id \
         WHERE p.source = 'topup' AND t.id IS NULL AND {in:p.book_id}",
    ),
    check(
        109,
        "a subscription is at a connection of another mode, or at none",
        "SELECT s.id, CAST(NULL AS BIGINT) FROM subscription s LEFT JOIN book b ON b.id = s.book_id \
         LEFT JOIN stripe_connection c ON c.id = s.connection_id AND c.mode = b.mode WHERE c.id IS NULL AND {in:s.book_id}",
    ),
    check(
        109,
        "a subscription and the payment of its allowance differ in book, owner or connection",
        "SELECT s.id, CAST(NULL AS BIGINT) FROM subscription s CROSS JOIN allowance a LEFT JOIN payment p ON p.id = a.payment_id \
             AND p.book_id = s.book_id AND p.connection_id = s.connection_id AND p.owner_kind = s.owner_kind \
             AND p.owner_id = s.owner_id \
         WHERE a.subscription_id = s.id AND a.payment_id IS NOT NULL AND p.id IS NULL AND {in:s.book_id}",
    ),
    // Invariant B6: the indexes forbid a second open attempt.
    check(
        106,
        "the paid and open top-ups of a month are more than its limits were",
        "SELECT DISTINCT s.owner_id, CAST(NULL AS BIGINT) FROM ( \
             SELECT t.owner_id, COUNT(*) AS amount, MAX(t.month_max_count) AS most \
             FROM topup_attempt t WHERE t.state <> 'failed' AND {in:t.book_id} \
             GROUP BY t.book_id, t.owner_kind, t.owner_id, t.month \
             UNION ALL SELECT t.owner_id, CAST(SUM(t.total_minor) AS BIGINT) AS amount, MAX(t.month_max_minor) AS most \
             FROM topup_attempt t WHERE t.state <> 'failed' AND {in:t.book_id} \
             GROUP BY t.book_id, t.owner_kind, t.owner_id, t.month, t.currency) AS s \
         WHERE s.amount > s.most",
    ),
    check(
        109,
        "a lot of a payment, or its cost, is in another book or currency",
        "SELECT p.id, CAST(NULL AS BIGINT) FROM payment p JOIN payment_lot k ON k.payment_id = p.id JOIN lot l ON l.id = k.lot_id \
         LEFT JOIN account a ON a.id = l.account_id AND a.book_id = p.book_id \
         LEFT JOIN recognition r ON r.lot_id = l.id AND r.book_id = p.book_id AND r.currency = p.currency \
         WHERE (a.id IS NULL OR r.lot_id IS NULL) AND {in:p.book_id}",
    ),
    check(
        109,
        "money of a payment is in another book",
        "SELECT CAST(t.id AS TEXT), CAST(NULL AS BIGINT) FROM money_txn t \
         LEFT JOIN payment p ON p.id = t.payment_id AND p.book_id = t.book_id \
         WHERE t.payment_id IS NOT NULL AND p.id IS NULL AND {in:t.book_id}",
    ),
];
