//! Reads the subscriptions that count for a customer, and the features of their plans.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

// Subscriptions of merged customers count for the one into which they were merged.
const FIRST: &str = "\
    WITH RECURSIVE merged (id) AS ( \
        SELECT CAST($1 AS TEXT) UNION SELECT c.id FROM customers c JOIN merged ON c.merged_into = merged.id) \
    SELECT s.id, i.code AS plan, s.status, s.cancel_at, s.period_end \
    FROM merged CROSS JOIN subscription s LEFT JOIN catalog_item i ON i.id = s.plan_id \
    WHERE s.owner_kind = 'customer' AND s.owner_id = merged.id AND s.is_subscribed \
    ORDER BY s.created_at, s.id LIMIT 1";

const FEATURES: &str = "\
    WITH RECURSIVE merged (id) AS ( \
        SELECT CAST($1 AS TEXT) UNION SELECT c.id FROM customers c JOIN merged ON c.merged_into = merged.id) \
    SELECT DISTINCT f.code \
    FROM merged CROSS JOIN subscription s CROSS JOIN plan_feature p CROSS JOIN feature f \
    WHERE s.owner_kind = 'customer' AND s.owner_id = merged.id AND s.is_subscribed \
        AND p.plan_id = s.plan_id AND p.version = s.plan_version AND f.id = p.feature_id \
    ORDER BY f.code";

/// A subscription that counts for a customer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CustomerSubscription {
    /// `sbs_…`.
    pub(crate) id: String,
    /// The code of the plan; none while its price belongs to no plan.
    pub(crate) plan: Option<String>,
    /// The status, in Stripe's words.
    pub(crate) status: String,
    /// The time at which it ends, if it was canceled.
    pub(crate) cancel_at: Option<Timestamp>,
    /// The end of the current period.
    pub(crate) period_end: Timestamp,
}

/// The subscriptions of a customer that count now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CustomerPlans {
    /// The first subscription that began.
    pub(crate) subscription: Option<CustomerSubscription>,
    /// Codes of the features of all plans, in their order.
    pub(crate) entitlements: Vec<String>,
}

#[derive(sqlx::FromRow)]
struct SubscriptionRow {
    id: String,
    plan: Option<String>,
    status: String,
    cancel_at: Option<i64>,
    period_end: i64,
}

impl From<SubscriptionRow> for CustomerSubscription {
    fn from(row: SubscriptionRow) -> Self {
        Self {
            id: row.id,
            plan: row.plan,
            status: row.status,
            cancel_at: row.cancel_at.map(Timestamp::from_micros),
            period_end: Timestamp::from_micros(row.period_end),
        }
    }
}

/// Reads the plans of a customer.
pub(crate) async fn find_plans(
    db: &mut Connection<'_>,
    customer_id: &str,
) -> Result<CustomerPlans, Failure> {
    let doing = "reading the plans of a customer";
    let row: Option<SubscriptionRow> = on_engine!(db, |c| sqlx::query_as(FIRST)
        .bind(customer_id)
        .fetch_optional(c)
        .await)
    .failed(doing)?;
    let entitlements: Vec<String> = on_engine!(db, |c| sqlx::query_scalar(FEATURES)
        .bind(customer_id)
        .fetch_all(c)
        .await)
    .failed(doing)?;
    Ok(CustomerPlans {
        subscription: row.map(CustomerSubscription::from),
        entitlements,
    })
}
