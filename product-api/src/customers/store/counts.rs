//! How many customers a website has.

use foundation::database::Failed;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::caller::Mode;

/// They are counted by an index, and no further: the count stands in an answer that is asked for often.
const COUNT: &str = "\
    SELECT COUNT(*) FROM (SELECT id FROM customers \
        WHERE website_id = $1 AND mode = $2 AND created_at >= $3 AND merged_into IS NULL LIMIT 100000) AS few";

const COUNT_SUBSCRIBED: &str = "\
    SELECT COUNT(*) FROM (SELECT id FROM customers \
        WHERE website_id = $1 AND mode = $2 AND created_at >= $3 AND subscribed AND merged_into IS NULL LIMIT 100000) AS few";

/// Which ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::customers) enum Which {
    /// All that were first met from an instant on.
    Since(Timestamp),
    /// Those with a subscription.
    Subscribed,
}

/// How many there are, up to 100,000.
pub(in crate::customers) async fn count(
    db: &mut Connection<'_>,
    (website_id, mode): (&str, Mode),
    which: Which,
) -> Result<i64, Failure> {
    let (text, since) = match which {
        Which::Since(since) => (COUNT, since),
        Which::Subscribed => (COUNT_SUBSCRIBED, Timestamp::from_micros(0)),
    };
    on_engine!(db, |c| sqlx::query_scalar(text)
        .bind(website_id)
        .bind(mode.word())
        .bind(since.micros())
        .fetch_one(c)
        .await)
    .failed("counting customers")
}
