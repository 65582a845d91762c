//! Counts of a website's customers.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::caller::SiteScope;

/// The count uses an index and has a limit: it is part of a response that clients request often.
const COUNT: &str = "\
    SELECT COUNT(*) FROM (SELECT id FROM customers \
        WHERE website_id = $1 AND mode = $2 AND created_at >= $3 AND merged_into IS NULL LIMIT 100000) AS few";

const COUNT_SUBSCRIBED: &str = "\
    SELECT COUNT(*) FROM (SELECT id FROM customers \
        WHERE website_id = $1 AND mode = $2 AND created_at >= $3 AND subscribed AND merged_into IS NULL LIMIT 100000) AS few";

/// The customers to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::customers) enum CountFilter {
    /// Customers with a first contact at or after a time.
    Since(Timestamp),
    /// Customers with a subscription.
    Subscribed,
}

/// Counts customers, up to 100,000.
pub(in crate::customers) async fn count(
    db: &mut Connection<'_>,
    SiteScope { website_id, mode }: SiteScope<'_>,
    which: CountFilter,
) -> Result<i64, Failure> {
    let (text, since) = match which {
        CountFilter::Since(since) => (COUNT, since),
        CountFilter::Subscribed => (COUNT_SUBSCRIBED, Timestamp::from_micros(0)),
    };
    on_engine!(db, |c| sqlx::query_scalar(text)
        .bind(website_id)
        .bind(mode.word())
        .bind(since.micros())
        .fetch_one(c)
        .await)
    .failed("counting customers")
}
