//! The table of sign-up grants.

use std::collections::HashMap;

use foundation::database::{SqlResultExt, portions, with_placeholders};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use super::signup::SignupGrant;
use crate::caller::SiteScope;

const FIND: &str =
    "SELECT amount, expires_days, is_enabled FROM signup_grant WHERE website_id = $1 AND mode = $2";

const SAVE: &str = "\
    INSERT INTO signup_grant (website_id, mode, amount, expires_days, is_enabled, updated_at) \
    VALUES ($1, $2, $3, $4, $5, $6) \
    ON CONFLICT (website_id, mode) DO UPDATE SET amount = $3, expires_days = $4, is_enabled = $5, updated_at = $6 \
    WHERE signup_grant.amount <> $3 OR COALESCE(signup_grant.expires_days, 0) <> COALESCE($4, 0) \
        OR signup_grant.is_enabled <> $5";

const ENABLED: (&str, &str) = (
    "WITH requested (website, in_mode) AS (VALUES ",
    ") SELECT website_id, mode, amount, expires_days, is_enabled \
     FROM requested JOIN signup_grant ON website_id = requested.website AND mode = requested.in_mode WHERE is_enabled",
);

#[derive(sqlx::FromRow)]
struct Row {
    amount: i64,
    expires_days: Option<i64>,
    is_enabled: bool,
}

#[derive(sqlx::FromRow)]
struct SiteRow {
    website_id: String,
    mode: String,
    #[sqlx(flatten)]
    row: Row,
}

impl From<Row> for SignupGrant {
    fn from(row: Row) -> Self {
        Self {
            amount: row.amount,
            expires_days: row.expires_days,
            is_enabled: row.is_enabled,
        }
    }
}

/// Finds a website's sign-up grant in a mode.
pub(super) async fn find(
    db: &mut Connection<'_>,
    SiteScope { website_id, mode }: SiteScope<'_>,
) -> Result<Option<SignupGrant>, Failure> {
    on_engine!(db, |c| sqlx::query_as::<_, Row>(FIND)
        .bind(website_id)
        .bind(mode.word())
        .fetch_optional(c)
        .await)
    .failed("reading a sign-up grant")
    .map(|row| row.map(SignupGrant::from))
}

/// Writes a sign-up grant; false if it is unchanged.
pub(super) async fn save(
    db: &mut Connection<'_>,
    SiteScope { website_id, mode }: SiteScope<'_>,
    grant: SignupGrant,
    now: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(SAVE)
        .bind(website_id)
        .bind(mode.word())
        .bind(grant.amount)
        .bind(grant.expires_days)
        .bind(grant.is_enabled)
        .bind(now.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("setting a sign-up grant")
}

/// Reads the enabled grants of these websites and modes, by website and mode, in one statement, or none for an empty list.
pub(crate) async fn enabled(
    db: &mut Connection<'_>,
    sites: &[SiteScope<'_>],
) -> Result<HashMap<(String, String), SignupGrant>, Failure> {
    let mut found = HashMap::new();
    for portion in portions(sites) {
        let text = with_placeholders(db, ENABLED.0, 2, portion.len(), ENABLED.1);
        let rows: Vec<SiteRow> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for site in portion {
                query = query.bind(site.website_id).bind(site.mode.word());
            }
            query.fetch_all(c).await
        })
        .failed("reading sign-up grants")?;
        found.extend(
            rows.into_iter()
                .map(|row| ((row.website_id, row.mode), row.row.into())),
        );
    }
    Ok(found)
}
