//! Damage of every kind, with the check of the verification that finds it.

use super::damages_of_money::LOST_MONEY;

/// A check's description, and statements of which each one makes the check find rows.
pub(super) type Damage = (&'static str, &'static [&'static str]);

/// Damage to credits.
pub(super) const DAMAGES: &[Damage] = &[
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
];

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
