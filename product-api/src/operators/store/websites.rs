//! All websites, newest first, with their owners.

use foundation::database::{SqlResultExt, padded_arms, union};
use foundation::{Connection, EmailAddress, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use crate::operators::find_websites::{OperatorWebsite, WebsiteOwner};
use crate::schema::Cursor;
use crate::websites::folded;

/// Lower case by SQL is enough for URLs and email addresses: they are ASCII.
const PAGE: &str = "\
    SELECT w.id, w.name, w.url, w.status, w.created_at, u.id AS owner_id, u.name AS owner_name, u.email AS owner_email, \
        u.deleted_at IS NOT NULL AS owner_is_deleted \
    FROM websites w CROSS JOIN users u \
    WHERE u.id = w.owner_user_id AND w.status <> 'registering' \
      AND w.created_at <= $1 AND (w.created_at < $1 OR w.id < $2) \
      AND ($3 = '' OR w.id = $3 OR u.id = $3 OR COALESCE(w.name_folded, LOWER(w.name)) LIKE $4 ESCAPE '!' \
           OR LOWER(w.url) LIKE $4 ESCAPE '!' OR LOWER(u.email) LIKE $4 ESCAPE '!' OR u.email = $6) \
    ORDER BY w.created_at DESC, w.id DESC LIMIT $5";

/// The number of live customers of each website, up to a limit that keeps the query fast.
const CUSTOMERS: (&str, &str, &str) = (
    "SELECT * FROM (",
    "SELECT * FROM (SELECT website_id, COUNT(*) AS customers FROM (SELECT website_id FROM customers \
        WHERE website_id = {} AND mode = 'live' AND created_at >= 0 AND merged_into IS NULL LIMIT 10000) AS few \
     GROUP BY website_id) AS one",
    ") AS counted",
);

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    name: String,
    url: String,
    status: String,
    created_at: i64,
    owner_id: String,
    owner_name: Option<String>,
    owner_email: Option<String>,
    owner_is_deleted: bool,
}

impl From<Row> for OperatorWebsite {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            name: row.name,
            url: row.url,
            is_active: row.status == "active",
            created_at: Timestamp::from_micros(row.created_at),
            owner: WebsiteOwner {
                id: row.owner_id,
                name: row.owner_name,
                email: row.owner_email,
                is_deleted: row.owner_is_deleted,
            },
            customers: 0,
        }
    }
}

/// Returns the pattern that matches a text, in upper or lower case, anywhere in a value.
fn part(typed: &str) -> String {
    let mut pattern = "%".to_owned();
    for character in folded(typed).chars() {
        if ['%', '_', '!'].contains(&character) {
            pattern.push('!');
        }
        pattern.push(character);
    }
    pattern.push('%');
    pattern
}

/// Returns the newest websites before a position that match a search text.
pub(in crate::operators) async fn page(
    db: &mut Connection<'_>,
    typed: &str,
    before: &Cursor,
    limit: i64,
) -> Result<Vec<OperatorWebsite>, Failure> {
    // The search text may be a complete address with a Unicode domain.
    let address = EmailAddress::parse(typed).map(EmailAddress::into_string);
    let rows: Vec<Row> = on_engine!(db, |c| sqlx::query_as(PAGE)
        .bind(before.at.micros())
        .bind(&before.id)
        .bind(typed)
        .bind(part(typed))
        .bind(limit)
        .bind(address.unwrap_or_default())
        .fetch_all(c)
        .await)
    .failed("reading all websites")?;
    Ok(rows.into_iter().map(OperatorWebsite::from).collect())
}

/// Returns the numbers of customers of some websites, each up to 10,000.
pub(in crate::operators) async fn customers(
    db: &mut Connection<'_>,
    websites: &[String],
) -> Result<Vec<(String, i64)>, Failure> {
    let mut all = Vec::new();
    for portion in padded_arms(websites, 1) {
        let text = union(CUSTOMERS, 1, portion.count());
        let rows: Vec<(String, i64)> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for (website, there) in portion.rows() {
                query = query.bind(there.some(website));
            }
            query.fetch_all(c).await
        })
        .failed("counting customers of websites")?;
        all.extend(rows);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn search_text_is_no_pattern() {
        for (typed, expected) in [
            ("Pics", "%pics%"),
            ("50%", "%50!%%"),
            ("a_b!", "%a!_b!!%"),
            ("", "%%"),
            ("\u{c4}RZTE", "%\u{e4}rzte%"),
        ] {
            assert_eq!(part(typed), expected);
        }
    }
}
