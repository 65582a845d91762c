//! Customers in the database; every statement names the website and the mode.

use foundation::database::Failed;
use foundation::{Connection, Failure, Timestamp, on_engine};

use super::customer::{Customer, CustomerRef};
use crate::caller::Mode;
use crate::schema::Cursor;

const FIND_BY_ID: &str = "\
    SELECT id, external_id, user_id, email, name, subscribed, created_at, \
        COALESCE((SELECT u.is_active FROM users u WHERE u.id = customers.user_id), TRUE) AS holder_is_active \
    FROM customers \
    WHERE website_id = $1 AND mode = $2 AND id = $3";

const FIND_BY_EXTERNAL_ID: &str = "\
    SELECT id, external_id, user_id, email, name, subscribed, created_at, \
        COALESCE((SELECT u.is_active FROM users u WHERE u.id = customers.user_id), TRUE) AS holder_is_active \
    FROM customers \
    WHERE website_id = $1 AND mode = $2 AND external_id = $3";

const FIND_BY_EMAIL: &str = "\
    SELECT id, external_id, user_id, email, name, subscribed, created_at, \
        COALESCE((SELECT u.is_active FROM users u WHERE u.id = customers.user_id), TRUE) AS holder_is_active \
    FROM customers \
    WHERE website_id = $1 AND mode = $2 AND email = $3";

const FIND_BY_SUB: &str = "\
    SELECT id, external_id, user_id, email, name, subscribed, created_at, \
        COALESCE((SELECT u.is_active FROM users u WHERE u.id = customers.user_id), TRUE) AS holder_is_active \
    FROM customers \
    WHERE website_id = $1 AND mode = $2 AND user_id = $3";

const INSERT: &str = "\
    INSERT INTO customers (id, website_id, mode, external_id, email, user_id, created_at, updated_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $7) ON CONFLICT DO NOTHING";

const LIST: &str = "\
    SELECT id, external_id, user_id, email, name, subscribed, created_at, \
        COALESCE((SELECT u.is_active FROM users u WHERE u.id = customers.user_id), TRUE) AS holder_is_active \
    FROM customers \
    WHERE website_id = $1 AND mode = $2 AND (created_at, id) < ($3, $4) \
      AND ($5 IS NULL OR email = $5) \
    ORDER BY created_at DESC, id DESC LIMIT $6";

#[derive(Debug, sqlx::FromRow)]
struct Row {
    id: String,
    external_id: Option<String>,
    user_id: Option<String>,
    email: Option<String>,
    name: Option<String>,
    subscribed: bool,
    created_at: i64,
    holder_is_active: bool,
}

impl From<Row> for Customer {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            external_id: row.external_id,
            user_id: row.user_id,
            email: row.email,
            name: row.name,
            subscribed: row.subscribed,
            created_at: Timestamp::from_micros(row.created_at),
            holder_is_active: row.holder_is_active,
        }
    }
}

/// A website's customer of a name.
pub(super) async fn find(
    db: &mut Connection<'_>,
    website_id: &str,
    mode: Mode,
    reference: &CustomerRef,
) -> Result<Option<Customer>, Failure> {
    let (statement, name) = match reference {
        CustomerRef::Id(id) => (FIND_BY_ID, id),
        CustomerRef::ExternalId(id) => (FIND_BY_EXTERNAL_ID, id),
        CustomerRef::Email(email) => (FIND_BY_EMAIL, email),
        CustomerRef::Sub(sub) => (FIND_BY_SUB, sub),
    };
    on_engine!(db, |c| sqlx::query_as::<_, Row>(statement)
        .bind(website_id)
        .bind(mode.word())
        .bind(name)
        .fetch_optional(c)
        .await)
    .failed("reading a customer")
    .map(|row| row.map(Customer::from))
}

/// Makes a customer of a name, unless another request just did.
pub(super) async fn insert(
    db: &mut Connection<'_>,
    (website_id, mode): (&str, Mode),
    id: &str,
    reference: &CustomerRef,
    now: Timestamp,
) -> Result<(), Failure> {
    let (mut external_id, mut email, mut sub) = (None, None, None);
    match reference {
        CustomerRef::Id(_) => {
            return Err(Failure::defect(
                "a customer of our own id is found, not made",
            ));
        }
        CustomerRef::ExternalId(name) => external_id = Some(name),
        CustomerRef::Email(name) => email = Some(name),
        CustomerRef::Sub(name) => sub = Some(name),
    }
    on_engine!(db, |c| sqlx::query(INSERT)
        .bind(id)
        .bind(website_id)
        .bind(mode.word())
        .bind(external_id)
        .bind(email)
        .bind(sub)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("writing a customer")
}

/// One page of a website's customers, newest first, beginning after the cursor.
pub(super) async fn list(
    db: &mut Connection<'_>,
    (website_id, mode): (&str, Mode),
    email: Option<&str>,
    after: Option<&Cursor>,
    limit: i64,
) -> Result<Vec<Customer>, Failure> {
    let (at, id) = after.map_or((i64::MAX, ""), |cursor| {
        (cursor.at.micros(), cursor.id.as_str())
    });
    on_engine!(db, |c| sqlx::query_as::<_, Row>(LIST)
        .bind(website_id)
        .bind(mode.word())
        .bind(at)
        .bind(id)
        .bind(email)
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("listing customers")
    .map(|rows| rows.into_iter().map(Customer::from).collect())
}
