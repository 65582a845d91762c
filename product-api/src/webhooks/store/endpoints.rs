//! Endpoints in the database; every statement for a caller's request filters by website and mode.

use foundation::database::{SqlResultExt, portions, with_placeholders};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use crate::webhooks::endpoint_scope::EndpointScope;
use crate::webhooks::webhook_endpoint::{Status, WebhookEndpoint};

const INSERT: &str = "\
    INSERT INTO webhook_endpoint (id, website_id, mode, url, host, events, secret, status, created_at, updated_at, public_key) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, 'active', $8, $8, $9)";

const COUNT: &str = "SELECT COUNT(*) FROM webhook_endpoint WHERE website_id = $1 AND mode = $2";

const LIST: &str = "SELECT id, website_id, mode, url, events, status, failing_since, disabled_reason, previous_until, older_until, public_key, created_at \
    FROM webhook_endpoint WHERE website_id = $1 AND ($2 = '' OR mode = $2) ORDER BY created_at, id";

const FIND: &str = "SELECT id, website_id, mode, url, events, status, failing_since, disabled_reason, previous_until, older_until, public_key, created_at \
    FROM webhook_endpoint WHERE id = $3 AND website_id = $1 AND ($2 = '' OR mode = $2)";

const CHANGE: &str = "\
    UPDATE webhook_endpoint SET url = $2, host = $3, events = $4, status = $5, updated_at = $6, \
        failing_since = CASE WHEN $5 = 'active' AND status <> 'active' OR url <> $2 THEN NULL ELSE failing_since END, \
        disabled_reason = CASE WHEN $5 = 'disabled' THEN disabled_reason END, \
        disabled_at = CASE WHEN $5 = 'disabled' THEN disabled_at END \
    WHERE id = $1";

const DELETE: &str = "DELETE FROM webhook_endpoint WHERE id = $1";

const SUBSCRIPTION_LEVEL: &str = "\
    SELECT CAST(COALESCE(MAX(CASE WHEN ' ' || events || ' ' LIKE '% credits.spent %' THEN 2 ELSE 1 END), 0) AS BIGINT) \
    FROM webhook_endpoint WHERE website_id = $1 AND mode = $2 AND status = 'active'";

const RECORD_SUCCESS: &str = "\
    UPDATE webhook_endpoint SET failing_since = CASE WHEN url <> $2 THEN failing_since END WHERE id = $1 \
    RETURNING failing_since, url <> $2 AS is_elsewhere";

const RECORD_FAILURE: &str = "\
    UPDATE webhook_endpoint SET failing_since = CASE WHEN url <> $2 THEN failing_since ELSE COALESCE(failing_since, $3) END \
    WHERE id = $1 RETURNING failing_since, url <> $2 AS is_elsewhere";

const DISABLE: &str = "\
    UPDATE webhook_endpoint SET status = 'disabled', disabled_reason = $2, updated_at = $3, disabled_at = $3 \
    WHERE id = $1 AND status = 'active' AND url = $4 AND COALESCE(failing_since, 9223372036854775807) <= $5";

const WEBSITE_OF_ENDPOINT: &str = "SELECT website_id, mode FROM webhook_endpoint WHERE id = $1";

const LOCK_OF_BOOKS: (&str, &str) = (
    "WITH requested (book) AS (VALUES ",
    ") UPDATE webhook_endpoint SET status = status WHERE status = 'active' AND id IN ( \
        SELECT e.id FROM requested JOIN book b ON b.id = requested.book \
        JOIN webhook_endpoint e ON e.website_id = b.website_id AND e.mode = b.mode)",
);

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    website_id: String,
    mode: String,
    url: String,
    events: String,
    status: String,
    failing_since: Option<i64>,
    disabled_reason: Option<String>,
    previous_until: Option<i64>,
    older_until: Option<i64>,
    public_key: Option<String>,
    created_at: i64,
}

impl TryFrom<Row> for WebhookEndpoint {
    type Error = Failure;

    fn try_from(row: Row) -> Result<Self, Self::Error> {
        Ok(Self {
            id: row.id,
            website_id: row.website_id,
            mode: row
                .mode
                .parse()
                .map_err(|error| Failure::broken("reading an endpoint", error))?,
            url: row.url,
            events: row.events.split(' ').map(ToOwned::to_owned).collect(),
            status: Status::from_word(&row.status)
                .ok_or_else(|| Failure::defect("an endpoint of an unknown status"))?,
            failing_since: row.failing_since.map(Timestamp::from_micros),
            disabled_reason: row.disabled_reason,
            previous_until: row
                .previous_until
                .max(row.older_until)
                .map(Timestamp::from_micros),
            public_key: row.public_key,
            created_at: Timestamp::from_micros(row.created_at),
        })
    }
}

/// Inserts an endpoint, with its host and its sealed secret.
pub(in crate::webhooks) async fn insert(
    db: &mut Connection<'_>,
    endpoint: &WebhookEndpoint,
    host: &str,
    sealed: &str,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(INSERT)
        .bind(&endpoint.id)
        .bind(&endpoint.website_id)
        .bind(endpoint.mode.word())
        .bind(&endpoint.url)
        .bind(host)
        .bind(endpoint.events.join(" "))
        .bind(sealed)
        .bind(endpoint.created_at.micros())
        .bind(&endpoint.public_key)
        .execute(c)
        .await
        .map(drop))
    .failed("adding an endpoint")
}

/// Counts the endpoints of a website in a mode.
pub(in crate::webhooks) async fn count(
    db: &mut Connection<'_>,
    website_id: &str,
    mode: &str,
) -> Result<i64, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(COUNT)
        .bind(website_id)
        .bind(mode)
        .fetch_one(c)
        .await)
    .failed("counting endpoints")
}

/// Returns the endpoints that a caller sees, oldest first.
pub(in crate::webhooks) async fn list(
    db: &mut Connection<'_>,
    scope: EndpointScope<'_>,
) -> Result<Vec<WebhookEndpoint>, Failure> {
    let rows: Vec<Row> = on_engine!(db, |c| sqlx::query_as(LIST)
        .bind(scope.website_id)
        .bind(scope.mode_word())
        .fetch_all(c)
        .await)
    .failed("listing endpoints")?;
    rows.into_iter().map(WebhookEndpoint::try_from).collect()
}

/// Returns an endpoint that a caller sees.
pub(in crate::webhooks) async fn find(
    db: &mut Connection<'_>,
    scope: EndpointScope<'_>,
    id: &str,
) -> Result<Option<WebhookEndpoint>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| sqlx::query_as(FIND)
        .bind(scope.website_id)
        .bind(scope.mode_word())
        .bind(id)
        .fetch_optional(c)
        .await)
    .failed("reading an endpoint")?;
    row.map(WebhookEndpoint::try_from).transpose()
}

/// Updates the row of an endpoint.
pub(in crate::webhooks) async fn change(
    db: &mut Connection<'_>,
    endpoint: &WebhookEndpoint,
    host: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(CHANGE)
        .bind(&endpoint.id)
        .bind(&endpoint.url)
        .bind(host)
        .bind(endpoint.events.join(" "))
        .bind(endpoint.status.word())
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("changing an endpoint")
}

/// Deletes an endpoint; the sweep deletes its log later.
pub(in crate::webhooks) async fn delete(db: &mut Connection<'_>, id: &str) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(DELETE)
        .bind(id)
        .execute(c)
        .await
        .map(drop))
    .failed("deleting an endpoint")
}

/// Returns the subscription level of a website: 0 none, 1 some events, 2 also every spend.
pub(in crate::webhooks) async fn subscription_level(
    db: &mut Connection<'_>,
    website_id: &str,
    mode: &str,
) -> Result<i64, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(SUBSCRIPTION_LEVEL)
        .bind(website_id)
        .bind(mode)
        .fetch_one(c)
        .await)
    .failed("reading event subscriptions")
}

/// The state of an endpoint after attempts at a URL.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, sqlx::FromRow)]
pub(in crate::webhooks) struct EndpointHealth {
    failing_since: Option<i64>,
    /// True if its URL has changed, so that the attempts prove nothing about it.
    pub(in crate::webhooks) is_elsewhere: bool,
}

impl EndpointHealth {
    /// Returns the time since which it fails; `None` if it works.
    pub(in crate::webhooks) fn failing_since(self) -> Option<Timestamp> {
        self.failing_since.map(Timestamp::from_micros)
    }
}

/// Records that an endpoint works at a URL, and returns its state. Locks its row.
pub(in crate::webhooks) async fn works(
    db: &mut Connection<'_>,
    id: &str,
    url: &str,
) -> Result<EndpointHealth, Failure> {
    let found = on_engine!(db, |c| sqlx::query_as(RECORD_SUCCESS)
        .bind(id)
        .bind(url)
        .fetch_optional(c)
        .await)
    .failed("recording that an endpoint works")?;
    Ok(found.unwrap_or_default())
}

/// Records that an endpoint failed at a URL, and returns its state. Locks its row.
pub(in crate::webhooks) async fn fails(
    db: &mut Connection<'_>,
    id: &str,
    url: &str,
    now: Timestamp,
) -> Result<EndpointHealth, Failure> {
    let found = on_engine!(db, |c| sqlx::query_as(RECORD_FAILURE)
        .bind(id)
        .bind(url)
        .bind(now.micros())
        .fetch_optional(c)
        .await)
    .failed("recording that an endpoint failed")?;
    Ok(found.unwrap_or_default())
}

/// The state of an endpoint that may be disabled.
#[derive(Clone, Copy, Debug)]
pub(in crate::webhooks) struct DisableCondition<'a> {
    pub(in crate::webhooks) id: &'a str,
    pub(in crate::webhooks) url: &'a str,
    /// The latest time since which it may have failed.
    pub(in crate::webhooks) failing_since: Timestamp,
}

/// Disables an endpoint that still has this URL and has failed since a time or earlier; false if it is not active or has
/// changed. An endpoint that works counts as failing since the maximum time.
pub(in crate::webhooks) async fn disable(
    db: &mut Connection<'_>,
    condition: DisableCondition<'_>,
    reason: &str,
    now: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(DISABLE)
        .bind(condition.id)
        .bind(reason)
        .bind(now.micros())
        .bind(condition.url)
        .bind(condition.failing_since.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("disabling an endpoint")
}

/// Returns the website and the mode of an endpoint.
pub(in crate::webhooks) async fn site_of(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<(String, String)>, Failure> {
    on_engine!(db, |c| sqlx::query_as(WEBSITE_OF_ENDPOINT)
        .bind(id)
        .fetch_optional(c)
        .await)
    .failed("reading an endpoint")
}

/// Locks the active endpoints of books.
pub(in crate::webhooks) async fn lock_of_books(
    db: &mut Connection<'_>,
    books: &[i64],
) -> Result<(), Failure> {
    for books in portions(books) {
        let text = with_placeholders(db, LOCK_OF_BOOKS.0, 1, books.len(), LOCK_OF_BOOKS.1);
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for book in books {
                query = query.bind(book);
            }
            query.execute(c).await.map(drop)
        })
        .failed("locking endpoints")?;
    }
    Ok(())
}
