//! Damage of every kind, with the check of the verification that finds it.

/// A check's description, and statements of which each one makes the check find rows.
pub(super) const DAMAGES: &[(&str, &[&str])] = &[
    (
        "the entries of a transaction do not add up to zero, or are fewer than two",
        &[
            "UPDATE entry SET amount = 31 WHERE amount = 30",
            "DELETE FROM entry WHERE txn_id = (SELECT id FROM txn WHERE op_key = 'key:s')",
        ],
    ),
    (
        "an entry belongs to no transaction",
        &["INSERT INTO entry (txn_id, leg, account_id, amount) VALUES (1, 0, 1, 5)"],
    ),
    (
        "an entry of a transaction is on an account of another book, or on none",
        &[
            "UPDATE entry SET account_id = 1 WHERE amount = 30",
            "UPDATE txn SET book_id = book_id + 1 WHERE op_key = 'key:s'",
        ],
    ),
    (
        "credits left one wallet for another and did not arrive",
        &[
            "INSERT INTO entry (txn_id, leg, account_id, amount) SELECT (SELECT t.id FROM txn t WHERE t.op_key = 'key:s'), \
             9, id, 5 FROM account WHERE kind = 'transferred'",
        ],
    ),
    (
        "a transfer has a leg that is not there, or is not as large as the other",
        &["INSERT INTO wallet_transfer VALUES (1, 2, 'mrg_1', 1, 2, 0, FALSE, 0, FALSE)"],
    ),
    (
        "a transfer of credits belongs to no merge",
        &["UPDATE txn SET kind = 'transfer' WHERE op_key = 'key:s'"],
    ),
    (
        "a balance is not the sum of its entries, or entries are missing in between",
        &[
            "UPDATE account SET posted = 71 WHERE posted = 70",
            "UPDATE account SET posted = 8 WHERE kind = 'debt'",
            "UPDATE account SET seq = 9 WHERE posted = 70",
            "UPDATE entry SET seq = 9 WHERE balance_after = 70",
        ],
    ),
    (
        "the balance after an entry does not follow from the entry before",
        &["UPDATE entry SET balance_after = 71 WHERE balance_after = 70"],
    ),
    (
        "a wallet's transactions are not numbered without a gap",
        &[
            "UPDATE txn SET n = 9 WHERE op_key = 'key:s'",
            "UPDATE txn SET n = 1 WHERE op_key = 'key:s'",
            "UPDATE account SET txn_count = 9 WHERE posted = 70",
        ],
    ),
    (
        "a wallet's transactions go back in time",
        &["UPDATE txn SET booked_at = 7 WHERE op_key = 'key:s'"],
    ),
    (
        "what a transaction says it did to its owner is not what its entries did",
        &["UPDATE txn SET amount = -31 WHERE op_key = 'key:s'"],
    ),
    (
        "a balance is below zero, or less than what is held of it",
        &[
            "UPDATE account SET posted = -1 WHERE posted = 70",
            "UPDATE account SET held = -1 WHERE posted = 70",
            "UPDATE account SET held = 71 WHERE posted = 70",
        ],
    ),
    (
        "a wallet is not the sum of its lots",
        &[
            "UPDATE lot SET remaining = 71 WHERE remaining = 70",
            "UPDATE lot SET held = 1 WHERE remaining = 70",
            "DELETE FROM lot WHERE remaining = 70",
        ],
    ),
    (
        "what a wallet holds is not the sum of its open holds",
        &[
            "UPDATE account SET held = 1 WHERE posted = 70",
            "INSERT INTO hold (id, public_id, account_id, op_key, state, amount, captured, released, expires_at, \
             on_expiry, kind, metadata, opened_at) SELECT 1, 'hld_1', id, 'key:h', 'open', 5, 0, 0, 7, 'release', \
             'hold', '{}', 0 FROM account WHERE posted = 70",
        ],
    ),
    (
        "what left a lot is not the sum of what transactions took from it",
        &[
            "UPDATE lot SET remaining = 71 WHERE remaining = 70",
            "DELETE FROM lot_move WHERE amount = 30",
        ],
    ),
    (
        "a lot did not arrive in another wallet as it left",
        &[
            "INSERT INTO wallet_transfer SELECT 1, 2, 'mrg_1', 1, id, 0, FALSE, 0, FALSE FROM account WHERE posted = 70; \
             INSERT INTO lot_transfer VALUES (1, 2, 3, 4)",
        ],
    ),
    (
        "a lot was carried over by no transfer",
        &["INSERT INTO lot_transfer VALUES (1, 2, 3, 4)"],
    ),
    (
        "what a lot has set aside is not the sum of what open holds have pinned of it",
        &[
            "UPDATE lot SET held = 3 WHERE held = 4",
            "UPDATE hold_lot SET amount = 5 WHERE amount = 4",
            "UPDATE hold_lot SET lot_id = (SELECT MAX(id) FROM lot WHERE id <> hold_lot.lot_id) WHERE amount = 4",
        ],
    ),
    (
        "a hold has not pinned what is left of it",
        &[
            "DELETE FROM hold_lot WHERE amount = 4",
            "UPDATE hold SET captured = 2 WHERE amount = 7",
        ],
    ),
    (
        "what happened to a hold does not lead to what it is, or is not numbered without a gap",
        &[
            "DELETE FROM hold_event WHERE n = 1",
            "UPDATE hold_event SET amount = 2 WHERE kind = 'captured'",
            "UPDATE hold SET released = 3 WHERE amount = 2",
        ],
    ),
    (
        "an answer tells of a hold that is not there",
        &["UPDATE api_operation SET result_id = 'hold_none' WHERE key = 'h'"],
    ),
    (
        "a key was executed twice",
        &["UPDATE txn SET op_key = 'key:g' WHERE op_key = 'key:s'"],
    ),
    (
        "a transaction of a key has no answer stored under the key, or two",
        &[
            "UPDATE api_operation SET result_id = NULL WHERE key = 's'",
            "UPDATE api_operation SET key = 't' WHERE key = 's'",
            "UPDATE api_operation SET tenant_id = 'web_2:live' WHERE key = 's'",
            "UPDATE api_operation SET tenant_id = 'web_1:test' WHERE key = 's'",
            "INSERT INTO api_operation SELECT * FROM api_operation WHERE key = 's'",
        ],
    ),
    (
        "an answer tells of a transaction that is not there or is another key's, or a key was never answered",
        &[
            "UPDATE api_operation SET result_id = 'txn_none' WHERE key = 's'",
            "UPDATE api_operation SET status = NULL WHERE key = 's'",
            "INSERT INTO api_operation (tenant_id, key, fingerprint, state, status, result_id, created_at) \
             SELECT tenant_id, 'other', fingerprint, state, status, result_id, created_at FROM api_operation \
             WHERE key = 's'",
            "INSERT INTO api_operation (tenant_id, key, fingerprint, state, status, result_id, created_at) \
             SELECT 'web_2:live', key, fingerprint, state, status, result_id, created_at FROM api_operation \
             WHERE key = 's'",
        ],
    ),
    (
        "more was taken back of a transaction than it moved",
        &[
            "UPDATE txn SET amount = 211 WHERE op_key = 'key:r'",
            "UPDATE txn SET amount = -601 WHERE op_key = 'key:z'",
            "UPDATE txn SET reverses_txn_id = (SELECT t.id FROM txn t WHERE t.op_key = 'key:s') WHERE op_key = 'key:r'",
        ],
    ),
    (
        "a reversal takes back nothing, or what cannot be taken back so",
        &[
            "UPDATE txn SET reverses_txn_id = NULL WHERE op_key = 'key:r'",
            "UPDATE txn SET reverses_txn_id = NULL WHERE op_key = 'key:z'",
            "UPDATE txn SET reverses_txn_id = 1 WHERE op_key = 'key:z'",
            "UPDATE txn SET reverses_txn_id = (SELECT t.id FROM txn t WHERE t.op_key = 'key:g') WHERE op_key = 'key:r'",
            "UPDATE txn SET reverses_txn_id = (SELECT t.id FROM txn t WHERE t.op_key = 'key:s') WHERE op_key = 'key:z'",
            "UPDATE txn SET kind = 'grant' WHERE op_key = 'key:r'",
            "UPDATE txn SET amount = -40 WHERE op_key = 'key:r'",
            "UPDATE txn SET book_id = book_id + 1 WHERE op_key = 'key:r'",
        ],
    ),
    (
        "an entry left less than nothing",
        &["UPDATE entry SET balance_after = -1 WHERE balance_after = 70"],
    ),
    (
        "more is owed than may be",
        &[
            "UPDATE account SET overdraft_limit = 6 WHERE overdraft_limit = 50",
            "UPDATE account SET posted = 51 WHERE kind = 'debt'",
        ],
    ),
    (
        "credits were spent, taken or given back after they had expired",
        &[
            "UPDATE lot SET expires_at = 7 WHERE remaining = 70",
            "UPDATE lot SET expires_at = 7 WHERE amount = 600",
        ],
    ),
    (
        "credits were captured after they had expired, and the hold had not set them aside before",
        &[
            "UPDATE lot SET expires_at = 7 WHERE amount = 50",
            "UPDATE lot SET expires_at = 7 WHERE amount = 50; UPDATE hold SET opened_at = 0; UPDATE hold_lot SET lot_id = 1",
            "UPDATE lot SET expires_at = 7 WHERE amount = 50; UPDATE hold SET opened_at = 0; \
             UPDATE hold_event SET op_key = 'key:other'",
        ],
    ),
    (
        "credits or a hold run out before their wallet is looked at",
        &[
            "UPDATE account SET next_due_at = NULL WHERE held = 4",
            "UPDATE account SET next_due_at = next_due_at + 1 WHERE held = 4",
            "UPDATE lot SET expires_at = 7 WHERE remaining = 70",
            "UPDATE lot SET expires_at = 7 WHERE remaining = 70; UPDATE account SET next_due_at = 8 WHERE posted = 70",
        ],
    ),
    (
        "a customer's row shows another balance than the wallet",
        &[
            "UPDATE customers SET credits = 71 WHERE credits = 70",
            "UPDATE customers SET credits = 0 WHERE credits < 0",
        ],
    ),
    (
        "a customer who was merged has a wallet that is in use, or one who was not has one that is not",
        &[
            "UPDATE account SET status = 1 WHERE posted = 70",
            "UPDATE customers SET merged_into = 'cus_1' WHERE credits = 70",
        ],
    ),
    (
        "a user's row shows another balance than the wallet",
        &["UPDATE users SET credits = 1 WHERE id = 'usr_2'"],
    ),
    (
        "one cause has made two transactions of its kind",
        &["UPDATE txn SET cause_kind = 'refund', cause_ref = 're_1' WHERE kind = 'grant'"],
    ),
    (
        "one source has made two lots of a wallet",
        &["UPDATE lot SET account_id = 1, source_ref = 'one'"],
    ),
    (
        "credits expired before their time",
        &["UPDATE txn SET kind = 'expiry' WHERE op_key = 'key:s'"],
    ),
    (
        "a grant, an expiry or a reversal has no event",
        &[
            "DELETE FROM outbox WHERE type = 'credits.restored'",
            "DELETE FROM outbox WHERE n = 1",
            "UPDATE outbox SET txn_id = NULL WHERE n = 1",
        ],
    ),
    (
        "an event tells of a transaction that is not there",
        &["UPDATE outbox SET txn_id = 1"],
    ),
    (
        "a wallet's events are not as many as it has counted",
        &[
            "DELETE FROM outbox WHERE n = 1",
            "UPDATE account SET event_count = 9 WHERE posted = 70",
            "UPDATE outbox SET n = 9 WHERE n = 1",
        ],
    ),
    (
        "a payment was paid, and its credits were not granted",
        &[
            PAYMENT,
            "INSERT INTO payment (id, book_id, state, granted) SELECT 'pmt_1', MIN(id), 'paid', 0 FROM book",
        ],
    ),
    (
        "a lot of a payment is not there, or has other credits",
        &[
            "INSERT INTO payment (id, book_id) SELECT 'pmt_1', MIN(id) FROM book; \
             INSERT INTO payment_lot (payment_id, lot_id, credits) VALUES ('pmt_1', 1, 5)",
            "INSERT INTO payment (id, book_id) SELECT 'pmt_1', MIN(id) FROM book; \
             INSERT INTO payment_lot (payment_id, lot_id, credits) SELECT 'pmt_1', id, amount + 1 FROM lot WHERE amount = 100",
        ],
    ),
    (
        "credits of a checkout, an invoice or a top-up were granted, and no payment is paid",
        &[
            "UPDATE lot SET source_kind = 'checkout' WHERE amount = 100",
            "UPDATE lot SET source_kind = 'checkout' WHERE amount = 100; \
             INSERT INTO payment (id, book_id, state) SELECT 'pmt_1', MIN(id), 'review' FROM book; \
             INSERT INTO payment_lot (payment_id, lot_id, credits) SELECT 'pmt_1', id, amount FROM lot WHERE amount = 100",
        ],
    ),
    (
        "a payment has not given back the credits of the money that went back",
        &[
            "INSERT INTO payment (id, book_id, state, granted, amount_minor, clawed, waits_for_holds) \
             SELECT 'pmt_1', MIN(id), 'paid', 5, 10, 1, 0 FROM book",
            "INSERT INTO payment (id, book_id, state, granted, amount_minor, clawed, waits_for_holds) \
             SELECT 'pmt_1', MIN(id), 'paid', 7, 10, 3, 0 FROM book; \
             INSERT INTO refund (id, payment_id, amount_minor, state) VALUES ('rfd_1', 'pmt_1', 3, 'succeeded'); \
             INSERT INTO refund (id, payment_id, amount_minor, state) VALUES ('rfd_2', 'pmt_1', 3, 'pending'); \
             INSERT INTO refund (id, payment_id, amount_minor, state) VALUES ('rfd_3', 'pmt_1', 3, 'failed')",
            "INSERT INTO payment (id, book_id, state, granted, amount_minor, clawed, waits_for_holds) \
             SELECT 'pmt_1', MIN(id), 'paid', 7, 10, 7, 1 FROM book; \
             INSERT INTO dispute (id, payment_id, withdrawn_minor, state) VALUES ('dsp_1', 'pmt_1', 9, 'lost'); \
             INSERT INTO dispute (id, payment_id, withdrawn_minor, state) VALUES ('dsp_2', 'pmt_1', 9, 'open')",
        ],
    ),
    (
        "the costs of a payment's lots are not its amount without the tax",
        &[
            PAYMENT,
            "INSERT INTO payment (id, book_id, state, amount_minor, tax_minor) SELECT 'pmt_1', MIN(id), 'paid', 10, 1 FROM book; \
             INSERT INTO payment_lot (payment_id, lot_id) VALUES ('pmt_1', 1); \
             INSERT INTO recognition (lot_id, cost_minor) VALUES (1, 10)",
        ],
    ),
    (
        "the entries of money of a transaction do not add up to zero in a currency, or are fewer than two",
        &[
            "INSERT INTO money_txn (id, book_id) SELECT 1, MIN(id) FROM book",
            "INSERT INTO money_txn (id, book_id) SELECT 1, MIN(id) FROM book; \
             INSERT INTO money_entry (txn_id, leg, account, currency, amount) VALUES \
                 (1, 1, 'stripe', 'eur', 5), (1, 2, 'deferred', 'eur', -4)",
            "INSERT INTO money_txn (id, book_id) SELECT 1, MIN(id) FROM book; \
             INSERT INTO money_entry (txn_id, leg, account, currency, amount) VALUES \
                 (1, 1, 'stripe', 'eur', 5), (1, 2, 'deferred', 'usd', -5)",
        ],
    ),
    ("an entry of money belongs to no transaction", &[LOST_MONEY]),
    (
        "the deferred money of a book is not the cost of what it owes",
        &[
            "INSERT INTO recognition (lot_id, book_id, currency, cost_minor, earned, broken, returned) \
             SELECT 1, MIN(id), 'eur', 10, 1, 2, 3 FROM book",
            "INSERT INTO money_txn (id, book_id) SELECT 1, MIN(id) FROM book; \
             INSERT INTO money_entry (txn_id, leg, account, currency, amount) VALUES \
                 (1, 1, 'stripe', 'eur', 5), (1, 2, 'deferred', 'eur', -5)",
        ],
    ),
    (
        "a payment came through a connection of another mode, or none",
        &[
            PAYMENT,
            "INSERT INTO stripe_connection (id, owner_kind, owner_id, mode, account_id, account_name, country, api_key, key_hint, \
                 state, delivery, created_at, updated_at) \
             SELECT 'scn_1', 'user', 'usr_1', CASE mode WHEN 'live' THEN 'test' ELSE 'live' END, 'acct_1', '', '', 'sealed', '', \
                 'active', 'webhook', 0, 0 FROM book ORDER BY id LIMIT 1; \
             INSERT INTO payment (id, book_id, connection_id) SELECT 'pmt_1', MIN(id), 'scn_1' FROM book",
        ],
    ),
    (
        "a payment and its checkout differ in book, owner or connection",
        &[PAYMENT],
    ),
    (
        "a payment and its top-up differ in book, owner or connection",
        &[
            "INSERT INTO payment (id, book_id, source, source_id) SELECT 'pmt_1', MIN(id), 'topup', 'top_1' FROM book",
            "INSERT INTO payment (id, book_id, connection_id, owner_kind, owner_id, source, source_id) \
             SELECT 'pmt_1', MIN(id), 'scn_1', 'customer', 'cus_1', 'topup', 'top_1' FROM book; \
             INSERT INTO topup_attempt (id, book_id, connection_id, owner_kind, owner_id) \
             SELECT 'top_1', MIN(id), 'scn_1', 'customer', 'cus_2' FROM book",
        ],
    ),
    (
        "the paid and open top-ups of a month are more than its limits were",
        &[
            "INSERT INTO topup_attempt (id, book_id, owner_kind, owner_id, state, month, total_minor, month_max_minor, month_max_count) \
             SELECT 'top_1', MIN(id), 'customer', 'cus_1', 'paid', 680, 10, 9, 5 FROM book",
            "INSERT INTO topup_attempt (id, book_id, owner_kind, owner_id, state, month, total_minor, month_max_minor, month_max_count) \
             SELECT 'top_1', MIN(id), 'customer', 'cus_1', 'paid', 680, 10, 90, 1 FROM book; \
             INSERT INTO topup_attempt (id, book_id, owner_kind, owner_id, state, month, total_minor, month_max_minor, month_max_count) \
             SELECT 'top_2', MIN(id), 'customer', 'cus_1', 'action', 680, 10, 90, 1 FROM book",
        ],
    ),
    (
        "a lot of a payment, or its cost, is in another book or currency",
        &[
            "INSERT INTO payment (id, book_id, currency) SELECT 'pmt_1', MIN(id), 'eur' FROM book; \
             INSERT INTO payment_lot (payment_id, lot_id, credits) SELECT 'pmt_1', id, amount FROM lot WHERE amount = 100; \
             INSERT INTO recognition (lot_id, book_id, currency) SELECT id, (SELECT MIN(b.id) FROM book b), 'usd' \
                 FROM lot WHERE amount = 100",
        ],
    ),
    (
        "money of a payment is in another book",
        &[
            "INSERT INTO money_txn (id, book_id, payment_id) SELECT 1, MIN(id), 'pmt_1' FROM book",
            "INSERT INTO payment (id, book_id) SELECT 'pmt_1', MIN(id) + 1 FROM book; \
             INSERT INTO money_txn (id, book_id, payment_id) SELECT 1, MIN(id), 'pmt_1' FROM book",
        ],
    ),
];

/// A payment without lots, checkout and connection.
const PAYMENT: &str = "INSERT INTO payment (id, book_id, source, source_id, state, granted, amount_minor, tax_minor) \
     SELECT 'pmt_1', MIN(id), 'checkout', 'chk_1', 'paid', 5, 10, 1 FROM book";

/// An entry of money without a transaction.
const LOST_MONEY: &str = "INSERT INTO money_entry (txn_id, leg, account, currency, amount) VALUES (1, 1, 'stripe', 'eur', 5)";

/// Damage that only a run of all books finds. It is in no book, or in another book than the rows that it concerns.
pub(super) const OF_NO_BOOK: &[&str] = &[
    LOST_MONEY,
    "INSERT INTO entry (txn_id, leg, account_id, amount) VALUES (1, 0, 1, 5)",
    "UPDATE txn SET book_id = book_id + 1 WHERE op_key = 'key:s'",
    "INSERT INTO wallet_transfer VALUES (1, 2, 'mrg_1', 1, 2, 0, FALSE, 0, FALSE)",
    "INSERT INTO lot_transfer VALUES (1, 2, 3, 4)",
    "INSERT INTO api_operation (tenant_id, key, fingerprint, state, status, result_id, created_at) \
             SELECT 'web_2:live', key, fingerprint, state, status, result_id, created_at FROM api_operation \
             WHERE key = 's'",
    "UPDATE txn SET book_id = book_id + 1 WHERE op_key = 'key:r'",
    "UPDATE users SET credits = 1 WHERE id = 'usr_2'",
    "UPDATE lot SET account_id = 1, source_ref = 'one'",
];
