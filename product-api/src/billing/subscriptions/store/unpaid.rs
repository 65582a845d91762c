//! Renewals that a customer at Stripe has not paid.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::billing::subscriptions::standing::SubscriptionStatus;

// The periods of an unpaid subscription continue, and no invoice is collected: a card that was saved in the running one is new.
const LIST: &str = "\
    SELECT s.id, s.stripe_id, s.status, s.announced_invoice AS invoice, COALESCE(s.past_due_since, s.period_start) AS since, \
        s.retried_method \
    FROM stripe_customer c CROSS JOIN subscription s \
    WHERE c.connection_id = $1 AND c.stripe_id = $2 AND s.owner_kind = c.owner_kind AND s.owner_id = c.owner_id \
        AND s.connection_id = $1 AND s.announced_invoice IS NOT NULL \
        AND (s.status = 'past_due' AND s.past_due_since IS NOT NULL OR s.status = 'unpaid')";

const NOTE: &str = "UPDATE subscription SET retried_method = $2 WHERE id = $1";

/// A subscription whose renewal is not paid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::billing::subscriptions) struct UnpaidRenewal {
    /// The subscription.
    pub(in crate::billing::subscriptions) id: String,
    /// Its id at Stripe.
    pub(in crate::billing::subscriptions) stripe_id: String,
    /// The invoice whose payment failed.
    pub(in crate::billing::subscriptions) invoice: String,
    /// True if Stripe has stopped to collect the renewals, and keeps later ones as drafts.
    pub(in crate::billing::subscriptions) is_given_up: bool,
    /// The time since which a card that is saved is tried.
    pub(in crate::billing::subscriptions) since: Timestamp,
    /// The payment method that this server has tried last.
    pub(in crate::billing::subscriptions) retried_method: Option<String>,
}

#[derive(sqlx::FromRow)]
struct UnpaidRow {
    id: String,
    stripe_id: String,
    status: String,
    invoice: String,
    since: i64,
    retried_method: Option<String>,
}

impl From<UnpaidRow> for UnpaidRenewal {
    fn from(row: UnpaidRow) -> Self {
        Self {
            id: row.id,
            stripe_id: row.stripe_id,
            invoice: row.invoice,
            is_given_up: row.status == SubscriptionStatus::Unpaid.word(),
            since: Timestamp::from_micros(row.since),
            retried_method: row.retried_method,
        }
    }
}

/// Lists the subscriptions of a customer at Stripe whose renewal is not paid.
pub(in crate::billing::subscriptions) async fn list_unpaid(
    db: &mut Connection<'_>,
    connection_id: &str,
    stripe_customer_id: &str,
) -> Result<Vec<UnpaidRenewal>, Failure> {
    let rows: Vec<UnpaidRow> = on_engine!(db, |c| sqlx::query_as(LIST)
        .bind(connection_id)
        .bind(stripe_customer_id)
        .fetch_all(c)
        .await)
    .failed("listing renewals that are not paid")?;
    Ok(rows.into_iter().map(UnpaidRenewal::from).collect())
}

/// Notes that a payment method was tried for the renewal of a subscription.
pub(in crate::billing::subscriptions) async fn note_retry(
    db: &mut Connection<'_>,
    id: &str,
    method: &str,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(NOTE)
        .bind(id)
        .bind(method)
        .execute(c)
        .await
        .map(drop))
    .failed("recording that a renewal was tried again")
}
