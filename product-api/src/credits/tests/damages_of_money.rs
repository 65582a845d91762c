//! Damage to payments, subscriptions, top-ups and money, each with the check that finds it.

use super::damages::Damage;

/// Damage to money.
pub(super) const MONEY_DAMAGES: &[Damage] = &[
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
        "a customer is shown as subscribed, and no subscription counts, or the other way round",
        &[
            "UPDATE customers SET subscribed = TRUE WHERE credits = 70",
            "INSERT INTO subscription (id, book_id, owner_kind, owner_id, is_subscribed) \
             SELECT 'sbs_1', (SELECT MIN(b.id) FROM book b), 'customer', id, TRUE FROM customers WHERE credits = 70",
            "INSERT INTO subscription (id, book_id, owner_kind, owner_id, is_subscribed) \
             SELECT 'sbs_1', (SELECT MIN(b.id) FROM book b), 'customer', id, TRUE FROM customers WHERE credits = 70; \
             UPDATE customers SET merged_into = (SELECT c.id FROM customers c WHERE c.credits < 0) WHERE credits = 70",
        ],
    ),
    (
        "credits of a subscription's payment have no allowance, or more than one, or those of an allowance have no payment",
        &[
            "INSERT INTO payment (id, book_id, source) SELECT 'pmt_1', MIN(id), 'subscription' FROM book; \
             INSERT INTO payment_lot (payment_id, lot_id, credits) VALUES ('pmt_1', 1, 5)",
            "INSERT INTO payment (id, book_id, source) SELECT 'pmt_1', MIN(id), 'subscription' FROM book; \
             INSERT INTO payment_lot (payment_id, lot_id, credits) VALUES ('pmt_1', 1, 5); \
             INSERT INTO subscription (id, book_id) SELECT 'sbs_1', MIN(id) FROM book; \
             INSERT INTO allowance (subscription_id, starts_at, state, lot_id, payment_id) VALUES ('sbs_1', 1, 'granted', 1, 'pmt_1'); \
             INSERT INTO allowance (subscription_id, starts_at, state, lot_id, payment_id) VALUES ('sbs_1', 2, 'granted', 1, 'pmt_1')",
            "INSERT INTO subscription (id, book_id) SELECT 'sbs_1', MIN(id) FROM book; \
             INSERT INTO allowance (subscription_id, state, lot_id, payment_id) VALUES ('sbs_1', 'granted', 1, 'pmt_1')",
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
        "a subscription is at a connection of another mode, or at none",
        &[
            "INSERT INTO subscription (id, book_id, connection_id) SELECT 'sbs_1', MIN(id), 'scn_1' FROM book",
            "INSERT INTO stripe_connection (id, owner_kind, owner_id, mode, account_id, account_name, country, api_key, key_hint, \
                 state, delivery, created_at, updated_at) \
             SELECT 'scn_1', 'user', 'usr_1', CASE mode WHEN 'live' THEN 'test' ELSE 'live' END, 'acct_1', '', '', 'sealed', '', \
                 'active', 'webhook', 0, 0 FROM book ORDER BY id LIMIT 1; \
             INSERT INTO subscription (id, book_id, connection_id) SELECT 'sbs_1', MIN(id), 'scn_1' FROM book",
        ],
    ),
    (
        "a subscription and the payment of its allowance differ in book, owner or connection",
        &[
            "INSERT INTO subscription (id, book_id) SELECT 'sbs_1', MIN(id) FROM book; \
             INSERT INTO allowance (subscription_id, payment_id) VALUES ('sbs_1', 'pmt_1')",
            "INSERT INTO subscription (id, book_id, connection_id, owner_kind, owner_id) \
             SELECT 'sbs_1', MIN(id), 'scn_1', 'customer', 'cus_1' FROM book; \
             INSERT INTO payment (id, book_id, connection_id, owner_kind, owner_id) \
             SELECT 'pmt_1', MIN(id), 'scn_1', 'customer', 'cus_2' FROM book; \
             INSERT INTO allowance (subscription_id, payment_id) VALUES ('sbs_1', 'pmt_1')",
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
pub(super) const LOST_MONEY: &str = "INSERT INTO money_entry (txn_id, leg, account, currency, amount) VALUES (1, 1, 'stripe', 'eur', 5)";
