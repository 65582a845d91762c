//! Webhook deliveries of all websites, newest first.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::operators::find_deliveries::OperatorDelivery;
use crate::schema::Cursor;

macro_rules! deliveries {
    ($of:literal) => {
        concat!(
            "SELECT d.id, d.event_id, d.endpoint_id, e.website_id, e.mode, e.url, d.type AS kind, d.state, d.attempts, \
                d.last_at, d.last_status, d.last_error, d.created_at \
             FROM webhook_delivery d CROSS JOIN webhook_endpoint e \
             WHERE e.id = d.endpoint_id AND d.created_at <= $1 AND (d.created_at < $1 OR d.id < $2) AND ",
            $of,
            " ORDER BY d.created_at DESC, d.id DESC LIMIT $4"
        )
    };
}

const IN_ANY_STATE: &str = deliveries!("($3 = '' OR d.state = $3)");
/// The query uses an index of failed deliveries only, and the next one an index of waiting ones.
const FAILED: &str = deliveries!("d.state = 'failed' AND $3 <> ''");
const WAITING: &str = deliveries!("d.state = 'waiting' AND $3 <> ''");

/// Returns the query for deliveries in one state, or in any.
pub(crate) fn text_of(state: &str) -> &'static str {
    match state {
        "failed" => FAILED,
        "waiting" => WAITING,
        _any => IN_ANY_STATE,
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    event_id: i64,
    endpoint_id: String,
    website_id: String,
    mode: String,
    url: String,
    kind: String,
    state: String,
    attempts: i64,
    last_at: Option<i64>,
    last_status: Option<i16>,
    last_error: Option<String>,
    created_at: i64,
}

impl From<Row> for OperatorDelivery {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            event_id: row.event_id,
            endpoint_id: row.endpoint_id,
            website_id: row.website_id,
            mode: row.mode,
            url: row.url,
            kind: row.kind,
            state: row.state,
            attempts: row.attempts,
            last_at: row.last_at.map(Timestamp::from_micros),
            last_status: row.last_status,
            last_error: row.last_error,
            created_at: Timestamp::from_micros(row.created_at),
        }
    }
}

/// Returns the newest deliveries before a position, in one state or in any.
pub(in crate::operators) async fn page(
    db: &mut Connection<'_>,
    state: &str,
    before: &Cursor,
    limit: i64,
) -> Result<Vec<OperatorDelivery>, Failure> {
    let text = text_of(state);
    let rows: Vec<Row> = on_engine!(db, |c| sqlx::query_as(text)
        .bind(before.at.micros())
        .bind(&before.id)
        .bind(state)
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("reading deliveries of all websites")?;
    Ok(rows.into_iter().map(OperatorDelivery::from).collect())
}
