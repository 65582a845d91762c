//! Compares the rows of a buyer with those that must be there.

use std::collections::BTreeSet;

use foundation::on_engine;
use foundation::testing::select;
use sqlx::FromRow;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;

use super::buyer::{Buyer, BuyerWorld};
use super::invoice_at_stripe::InvoiceAtStripe;
use crate::billing::checkouts::StripeMoney;

/// Microseconds of a second.
const MICROS: i64 = 1_000_000;

const SUBSCRIPTION: &str = "\
    SELECT status, stripe_price_id, quantity, anchor, period_start, period_end, cancel_at, ended_at, next_quantity, is_subscribed \
    FROM subscription WHERE connection_id = 'scn_1' AND stripe_id = $1";

const PAID_THROUGH: &str =
    "SELECT paid_through FROM subscription WHERE connection_id = 'scn_1' AND stripe_id = $1";

const SHOWN: &str = "SELECT COUNT(*) FROM customers WHERE id = $1 AND subscribed";

const ALLOWANCES: &str = "\
    SELECT a.kind, a.starts_at, a.ends_at, a.credits, COALESCE(l.expires_at, 0) AS expires_at, COALESCE(l.remaining, 0) AS remaining \
    FROM subscription s JOIN allowance a ON a.subscription_id = s.id LEFT JOIN lot l ON l.id = a.lot_id \
    WHERE s.connection_id = 'scn_1' AND s.stripe_id = $1 ORDER BY a.starts_at, a.kind, a.lot_id";

/// A subscription as its row is.
#[derive(Debug, PartialEq, Eq, FromRow)]
struct SubscriptionBooks {
    status: String,
    stripe_price_id: Option<String>,
    quantity: i64,
    anchor: i64,
    period_start: i64,
    period_end: i64,
    cancel_at: Option<i64>,
    ended_at: Option<i64>,
    next_quantity: Option<i64>,
    is_subscribed: bool,
}

/// An allowance with its lot.
#[derive(Debug, PartialEq, Eq, FromRow)]
struct AllowanceBooks {
    kind: String,
    starts_at: i64,
    ends_at: i64,
    credits: i64,
    expires_at: i64,
    remaining: i64,
}

/// Reads all rows that a statement selects for a key.
pub(super) async fn rows<T>(world: &BuyerWorld, statement: &'static str, key: &str) -> Vec<T>
where
    T: Send + Unpin + for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow>,
{
    let mut reader = world.plans.app.database.reader().await.unwrap();
    let found = on_engine!(&mut reader.connection(), |c| {
        sqlx::query_as(statement).bind(key).fetch_all(c).await
    });
    found.unwrap()
}

impl Buyer {
    /// Checks all rows of the buyer after the last look at everything.
    pub(super) async fn check(&self, world: &BuyerWorld, now: i64) {
        self.check_subscription(world, now).await;
        self.check_allowances(world, now).await;
        self.check_top_ups(world).await;
        let taken = self.check_payments(world).await;
        self.check_credits(world, now, taken).await;
    }

    async fn check_subscription(&self, world: &BuyerWorld, now: i64) {
        let one = &self.subscription;
        let at = |seconds: i64| seconds * MICROS;
        let expected = SubscriptionBooks {
            status: one.status.to_owned(),
            stripe_price_id: Some(one.pieces.plan.price.to_owned()),
            quantity: one.pieces.quantity,
            anchor: at(one.anchor),
            period_start: at(one.period.0),
            period_end: at(one.period.1),
            cancel_at: one.cancel_at.map(at),
            ended_at: one.ended_at.map(at),
            next_quantity: one.next.map(|next| next.quantity),
            is_subscribed: self.expected.is_subscribed(now),
        };
        let found: Vec<SubscriptionBooks> = rows(world, SUBSCRIPTION, &one.id).await;
        assert_eq!(found, [expected], "{}", self.story());
        let database = &world.plans.app.database;
        let shown: i64 = select(database, SHOWN, &[&self.holder()]).await;
        let is_subscribed = i64::from(self.expected.is_subscribed(now));
        assert_eq!(shown, is_subscribed, "{}", self.story());
        let found: Option<i64> = select(database, PAID_THROUGH, &[&one.id]).await;
        if let Some(expected) = self.paid_through() {
            let found = found.unwrap_or_default();
            assert_eq!(found, at(expected), "{}", self.story());
        }
        let invoices = one.invoices.iter();
        let mut payments = invoices.filter_map(|invoice| invoice.money.last());
        let is_lost = payments.any(StripeMoney::is_lost);
        assert!(one.is_over() || !is_lost, "{}", self.story());
    }

    /// Returns the end of the last paid period, 0 without one. Money of its payment that is all back takes the end back to the begin.
    /// None if the end depends on the time of a look: an earlier payment is or was back, or the money has come again since.
    fn paid_through(&self) -> Option<i64> {
        let paid = self.expected.allowances.iter();
        let paid = paid.filter(|one| one.kind == "paid");
        let paid: BTreeSet<usize> = paid.map(|one| one.invoice).collect();
        let invoices = self.subscription.invoices.iter().enumerate();
        let periods = invoices.filter(|(index, _)| paid.contains(index));
        let mut periods: Vec<&InvoiceAtStripe> = periods.map(|(_, invoice)| invoice).collect();
        periods.sort_by_key(|invoice| invoice.span.0);
        let Some(newest) = periods.pop() else {
            return Some(0);
        };
        let is_back = newest.money.last().is_some_and(StripeMoney::is_back);
        if periods.into_iter().any(was_back) || was_back(newest) != is_back {
            return None;
        }
        let (start, end) = newest.span;
        Some(if is_back { start } else { end })
    }

    async fn check_allowances(&self, world: &BuyerWorld, now: i64) {
        let found: Vec<AllowanceBooks> = rows(world, ALLOWANCES, &self.subscription.id).await;
        let mut allowances = self.expected.allowances.clone();
        allowances.sort_by_key(|one| (one.span.0, one.kind, one.lot.map(|(_, index)| index)));
        let expected = allowances.iter().zip(&found).map(|(one, found)| {
            let (expires_at, index) = one.lot.unwrap_or_default();
            let is_compared = self.is_quiet && expires_at > now;
            AllowanceBooks {
                kind: one.kind.to_owned(),
                starts_at: one.span.0 * MICROS,
                ends_at: one.span.1 * MICROS,
                credits: one.credits,
                expires_at: expires_at * MICROS,
                remaining: if is_compared {
                    self.expected.lots.left_of(index, now)
                } else {
                    found.remaining
                },
            }
        });
        let expected: Vec<AllowanceBooks> = expected.collect();
        assert_eq!(found, expected, "{}", self.story());
        assert_eq!(found.len(), allowances.len(), "{}", self.story());
    }
}

/// Returns true if all of the money of an invoice was back at a time.
fn was_back(invoice: &InvoiceAtStripe) -> bool {
    invoice.money.iter().any(StripeMoney::is_back)
}
