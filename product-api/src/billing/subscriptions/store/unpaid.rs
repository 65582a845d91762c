//! Renewals that a customer at Stripe has not paid.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

const LIST: &str = "\
    SELECT s.id, s.stripe_id, s.announced_invoice, s.past_due_since, s.retried_method \
    FROM stripe_customer c CROSS JOIN subscription s \
    WHERE c.connection_id = $1 AND c.stripe_id = $2 AND s.owner_kind = c.owner_kind AND s.owner_id = c.owner_id \
        AND s.connection_id = $1 AND s.status = 'past_due' AND s.announced_invoice IS NOT NULL AND s.past_due_since IS NOT NULL";

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
    /// The time since which it is not paid.
    pub(in crate::billing::subscriptions) since: Timestamp,
    /// The payment method that this server has tried last.
    pub(in crate::billing::subscriptions) retried_method: Option<String>,
}

/// Lists the subscriptions of a customer at Stripe whose renewal is not paid.
pub(in crate::billing::subscriptions) async fn list_unpaid(
    db: &mut Connection<'_>,
    connection_id: &str,
    stripe_customer_id: &str,
) -> Result<Vec<UnpaidRenewal>, Failure> {
    let rows: Vec<(String, String, String, i64, Option<String>)> =
        on_engine!(db, |c| sqlx::query_as(LIST)
            .bind(connection_id)
            .bind(stripe_customer_id)
            .fetch_all(c)
            .await)
        .failed("listing renewals that are not paid")?;
    let renewals =
        rows.into_iter().map(
            |(id, stripe_id, invoice, since, retried_method)| UnpaidRenewal {
                id,
                stripe_id,
                invoice,
                since: Timestamp::from_micros(since),
                retried_method,
            },
        );
    Ok(renewals.collect())
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
