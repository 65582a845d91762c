//! Live subscriptions, in groups of one status, price and quantity.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, on_engine};

use super::scope::RevenueScope;
use crate::billing::catalog::Interval;
use crate::billing::currency::{Currency, Money};
use crate::billing::revenue::recurring_revenue::SubscriptionGroup;
use crate::billing::subscriptions::{Collection, SubscriptionStatus};

/// Groups of subscriptions, with those of each connection found by its index of live ones. A subscription of an earlier connection
/// of its book is left out, because Stripe no longer reports it.
macro_rules! groups {
    ($condition:literal) => {
        concat!(
            "SELECT s.status, s.collection, p.currency, p.amount_minor, v.period, v.period_count, s.quantity, COUNT(*) AS counted \
             FROM stripe_connection n CROSS JOIN subscription s CROSS JOIN book_billing b \
             JOIN plan_version v ON v.plan_id = s.plan_id AND v.version = s.plan_version \
             LEFT JOIN catalog_price c ON c.connection_id = s.connection_id AND c.stripe_price_id = s.stripe_price_id \
             LEFT JOIN mapped_price m ON m.connection_id = s.connection_id AND m.stripe_price_id = s.stripe_price_id \
             JOIN version_price p ON p.item_id = s.plan_id AND p.version = s.plan_version \
                AND p.currency = COALESCE(c.currency, m.currency) \
             WHERE s.connection_id = n.id AND s.status NOT IN ('canceled', 'incomplete_expired') \
                AND b.book_id = s.book_id AND b.connection_id = s.connection_id AND ",
            $condition,
            " GROUP BY s.status, s.collection, p.currency, p.amount_minor, v.period, v.period_count, s.quantity \
             ORDER BY p.currency, s.status, p.amount_minor, v.period, v.period_count, s.quantity, s.collection"
        )
    };
}

// Without the addition, SQLite would read all subscriptions that the book ever had.
const OF_BOOK: &str = groups!(
    "n.id = (SELECT l.connection_id FROM book_billing l WHERE l.book_id = $1) AND b.book_id + 0 = $1"
);

const OF_MODE: &str = groups!("n.mode = $1");

/// Statements that are composed of parts, for the test of their plans.
#[cfg(test)]
pub(in crate::billing) const TEXTS: &[&str] = &[OF_BOOK, OF_MODE];

#[derive(sqlx::FromRow)]
struct GroupRow {
    status: String,
    collection: String,
    currency: String,
    amount_minor: i64,
    period: String,
    period_count: i64,
    quantity: i64,
    counted: i64,
}

impl TryFrom<GroupRow> for SubscriptionGroup {
    type Error = Failure;

    fn try_from(row: GroupRow) -> Result<Self, Failure> {
        let unknown = || Failure::defect("a subscription or its plan has an unknown word");
        let price = Money {
            currency: Currency::parse(&row.currency).ok_or_else(unknown)?,
            minor: row.amount_minor,
        };
        Ok(Self {
            // Stripe may add statuses; none of them counts.
            status: SubscriptionStatus::from_word(&row.status),
            collection: Collection::from_word(&row.collection).ok_or_else(unknown)?,
            price,
            interval: Interval::from_word(&row.period).ok_or_else(unknown)?,
            interval_count: row.period_count,
            quantity: row.quantity,
            subscriptions: row.counted,
        })
    }
}

/// Reads the live subscriptions whose plans and prices are known.
pub(in crate::billing::revenue) async fn subscription_groups(
    db: &mut Connection<'_>,
    scope: RevenueScope,
) -> Result<Vec<SubscriptionGroup>, Failure> {
    let rows: Result<Vec<GroupRow>, sqlx::Error> = match scope {
        RevenueScope::Book(book_id) => on_engine!(db, |c| sqlx::query_as(OF_BOOK)
            .bind(book_id)
            .fetch_all(c)
            .await),
        RevenueScope::Mode(mode) => on_engine!(db, |c| sqlx::query_as(OF_MODE)
            .bind(mode.word())
            .fetch_all(c)
            .await),
    };
    let rows = rows.failed("counting subscriptions")?;
    rows.into_iter().map(SubscriptionGroup::try_from).collect()
}
