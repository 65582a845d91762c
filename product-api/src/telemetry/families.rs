//! Metric families of product-api. `deploy/README.md` lists them, too.

use foundation::telemetry::Family;
use foundation::telemetry::families::DURATION_BUCKETS;

/// Families that are recorded when an event occurs.
pub const FAMILIES: &[Family] = &[
    Family::counter(
        "api_refusals_total",
        "Problem documents that callers got, by the last part of their type.",
    ),
    Family::counter(
        "api_webhooks_total",
        "Attempts at webhook deliveries by outcome: delivered, retried, gone, given_up.",
    ),
    Family::counter(
        "api_stripe_events_total",
        "Events of Stripe by outcome: marked, ignored, refused, repeated, unreadable.",
    ),
    Family::counter(
        "api_stripe_signatures_refused_total",
        "Deliveries of Stripe's events without a right signature.",
    ),
    Family::counter(
        "api_stripe_objects_total",
        "Attempts to apply objects of Stripe by outcome: applied, foreign, retried, dead.",
    ),
    Family::counter(
        "api_reconcile_repairs_total",
        "Objects of Stripe that comparisons found to differ, and had applied again.",
    ),
    Family::counter(
        "api_ledger_findings_total",
        "Contradictions that verifications of the books found, by invariant.",
    ),
    Family::histogram(
        "api_ledger_batch_size",
        "Operations that one transaction of the ledger took together.",
        &[1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0],
    ),
    Family::histogram(
        "api_ledger_batch_duration_seconds",
        "Time of one transaction of the ledger, with its commit.",
        DURATION_BUCKETS,
    ),
];

pub(super) const FROZEN_ACCOUNTS: Family = Family::gauge(
    "api_frozen_accounts",
    "Wallets that no operation uses because their rows contradict each other.",
);
pub(super) const ENDPOINTS_FAILING: Family = Family::gauge(
    "api_webhook_endpoints_failing",
    "Webhook endpoints that fail or are disabled.",
);
pub(super) const STRIPE_DEAD_LETTERS: Family = Family::gauge(
    "api_stripe_dead_letters",
    "Objects of Stripe that could not be applied.",
);
pub(super) const RECONCILE_FINDINGS: Family = Family::gauge(
    "api_reconcile_findings",
    "Open differences between our records and Stripe's, by kind.",
);
pub(super) const STRIPE_OVERDUE: Family = Family::gauge(
    "api_stripe_objects_overdue",
    "Marked objects of Stripe that have waited for more than 15 minutes.",
);
pub(super) const STRIPE_CLOCK_SKEW: Family = Family::gauge(
    "api_stripe_clock_skew_seconds",
    "Time by which this server's clock is ahead of Stripe's, as the last response showed it.",
);
pub(super) const VERIFICATION_TIME: Family = Family::gauge(
    "api_ledger_verification_timestamp_seconds",
    "When the last whole verification of all books ended.",
);
pub(super) const VERIFICATION_FINDINGS: Family = Family::gauge(
    "api_ledger_verification_findings",
    "Contradictions that the last whole verification of all books found.",
);
pub(super) const VERIFICATION_BROKEN_OFF: Family = Family::gauge(
    "api_ledger_verification_broken_off",
    "1 if a later verification of all books broke off.",
);
