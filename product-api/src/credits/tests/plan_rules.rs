//! Rules for SQLite's plans: which tables grow, and which reads of them are bounded.

/// Tables that grow with the number of operations or customers.
pub(super) const GROWING: &[&str] = &[
    "account",
    "allowance",
    "api_operation",
    "audit",
    "checkout",
    "customers",
    "dispute",
    "entry",
    "hold",
    "hold_event",
    "hold_lot",
    "lot",
    "lot_move",
    "lot_transfer",
    "money_entry",
    "money_txn",
    "older_api_key_secrets",
    "outbox",
    "owner_mail",
    "payment",
    "payment_lot",
    "recognition",
    "reconcile_finding",
    "reconcile_run",
    "refund",
    "stripe_customer",
    "stripe_event",
    "stripe_object",
    "subscription",
    "subscription_request",
    "topup_attempt",
    "topup_rule",
    "trial_use",
    "txn",
    "usage_of_book",
    "usage_of_wallet",
    "used_proofs",
    "user_merge_move",
    "user_merges",
    "users",
    "wallet_transfer",
    "webhook_delivery",
];

/// Columns that identify a group of rows of unlimited size.
pub(super) const OF_A_GROUP: &[&str] = &[
    "account_id=?",
    "book_id=?",
    "connection_id=?",
    "endpoint_id=?",
    "id>?",
    "kind=?",
    "mode=?",
    "owner_kind=?",
    "state=?",
    "tenant_id=?",
    "website_id=?",
];

/// Partial indexes that contain only waiting or wrong rows; scanning them is intended.
pub(super) const BOUNDED: &[&str] = &[
    "account_due",
    "account_frozen",
    "checkout_processing",
    "customers_unfolded",
    "dispute_open",
    "dispute_open_of_connection",
    "lot_expiring",
    "outbox_waiting",
    "owner_mail_due",
    "payment_in_review",
    "payment_pending",
    "payment_waiting",
    "payment_warned",
    "reconcile_finding_open",
    "reconcile_run_running",
    "refund_pending",
    "stripe_object_claimed",
    "stripe_object_dead",
    "subscription_ending",
    "subscription_request_open",
    "webhook_delivery_due",
    "webhook_delivery_next",
    "webhook_delivery_waiting",
];

/// Partial indexes of open rows, of which a statement reads one owner's.
pub(super) const BOUNDED_OF_ONE: &[&str] = &[
    "account_holding",
    "hold_open",
    "lot_beginning",
    "lot_due",
    "lot_open",
    "webhook_delivery_in_order",
];

/// Allowed exceptions, each with its reason: a part of the statement, and a part of the plan.
pub(super) const MAY: &[(&str, &str)] = &[
    // The foreign keys of an unused website are checked; no rows refer to it.
    ("DELETE FROM websites", "(website_id=?)"),
    // An operator's report reads each customer once, a page at a time.
    (
        "SELECT id, website_id, mode, email FROM customers",
        "(id>?)",
    ),
    // All waiting deliveries of an endpoint are given up: the statement writes each row that it reads.
    (
        "SET state = 'failed', next_at = NULL",
        "(endpoint_id=? AND state=?)",
    ),
    // The ranking of a large website's customers by credits is cached by each server.
    (
        "ORDER BY available DESC, c.id DESC LIMIT",
        "INDEX customers_by_name (website_id=? AND mode=?)",
    ),
    // The query counts a website's customers up to a limit, in the index alone.
    (
        "SELECT COUNT(*), COUNT(CASE WHEN TRUE",
        "COVERING INDEX customers_by_name (website_id=? AND mode=?)",
    ),
    // The query counts them in the order of first contact.
    (
        "ORDER BY created_at DESC, id DESC LIMIT",
        "customers_in_order (website_id=? AND mode=?)",
    ),
    // Each of these reads the first rows of an index: the next object, the oldest ones, the last event, the last runs.
    ("SELECT next_at FROM stripe_object", "stripe_object_next"),
    ("MIN(o.next_at)", "stripe_object_due (connection_id=?)"),
    ("AS waiting", "stripe_object_oldest"),
    (
        "LIMIT 1000) AS waiting",
        "stripe_object_due (connection_id=?)",
    ),
    (
        "MAX(received_at) FROM stripe_event",
        "stripe_event_in_order (connection_id=?)",
    ),
    (
        "state = 'refused' ORDER BY received_at DESC LIMIT 1",
        "stripe_event_refused (connection_id=?)",
    ),
    (
        "FROM reconcile_run",
        "reconcile_run_in_order (connection_id=?)",
    ),
    ("FROM reconcile_run WHERE TRUE", "reconcile_run_old"),
    // An owner's list of waiting objects is in the order of their last change, which is not that of their attempts.
    (
        "FROM stripe_object WHERE state = 'waiting' AND connection_id = $6",
        "stripe_object_due (connection_id=?)",
    ),
    // A comparison reads each live subscription of a connection once.
    (
        "SELECT id, stripe_id FROM subscription",
        "subscription_live (connection_id=? AND id>?)",
    ),
    // The end of a connection looks for its first live subscription.
    (
        "SELECT id FROM subscription WHERE connection_id = $1 AND status",
        "subscription_live (connection_id=?)",
    ),
    // A hand-over looks for one among the live subscriptions of the website's connections.
    (
        "SELECT s.id FROM book b CROSS JOIN book_billing l",
        "subscription_live (connection_id=?)",
    ),
    // An owner maps a price once, and its live subscriptions are found.
    (
        "SELECT stripe_id FROM subscription",
        "subscription_live (connection_id=?)",
    ),
    (
        "COUNT(*) AS subscriptions",
        "subscription_live (connection_id=?)",
    ),
    // The revenue counts each live subscription of a connection once.
    ("COUNT(*) AS counted", "subscription_live (connection_id=?)"),
    // An owner's list of plans counts each live subscription of the connection once.
    (
        "COUNT(*) AS subscribers",
        "subscription_live (connection_id=?)",
    ),
    // A sweep compares the credits of each owner of an active rule with the threshold.
    (
        "LEFT JOIN account d ON d.id = a.debt_account_id",
        "topup_rule_active",
    ),
    // A comparison checks each customer and each payment of a connection once.
    (
        "WHERE s.clawed > s.target OR",
        "payment_of_connection (connection_id=? AND paid_at>?)",
    ),
    (
        "FROM stripe_customer WHERE connection_id = $1 GROUP BY",
        "(connection_id=?)",
    ),
    // Both statements run once, after a restore of the idp.
    ("SELECT id, 'restored', $1 FROM users", "SCAN users"),
    ("UPDATE user_merges SET sequence = 0", "SCAN user_merges"),
];
