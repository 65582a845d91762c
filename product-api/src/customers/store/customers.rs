//! Customers in the database; every statement names the website and the mode.

use foundation::database::{PaddedRows, SqlResultExt, padded};
use foundation::{Connection, Failure, Timestamp, on_engine};

use sqlx::AssertSqlSafe;

use crate::caller::SiteScope;
use crate::customers::customer::{Customer, CustomerRef, Name};
use crate::customers::names::{self, CustomerNames};
use crate::users::is_used;

/// Finds the customers of names by one column: each row has the index of its name in the request.
macro_rules! find_by {
    ($column:literal, used $used:literal $(, only $condition:literal)?) => {
        (
            "WITH requested (position, website, in_mode, called) AS (VALUES ",
            concat!(
                ") SELECT requested.position, id, external_id, user_id, email, name, subscribed, created_at, user_shown, \
                    merged_into, ", $used, " AS is_used, \
                    COALESCE((SELECT u.is_active FROM users u WHERE u.id = customers.user_id), TRUE) AS holder_is_active \
                 FROM requested JOIN customers ON website_id = requested.website AND mode = requested.in_mode AND ",
                $column, " = requested.called", $(" WHERE ", $condition)?
            ),
        )
    };
}

const FIND_BY_ID: (&str, &str) = find_by!("id", used "TRUE");
const FIND_BY_EXTERNAL_ID: (&str, &str) = find_by!("external_id", used "TRUE");
const FIND_BY_EMAIL: (&str, &str) = find_by!("email", used "TRUE");
// A subject that was merged into another belongs to that one, and is not found by itself.
const FIND_BY_SUB: (&str, &str) = find_by!(
    "user_id",
    used "EXISTS (SELECT 1 FROM account WHERE account.kind = 'wallet' AND account.owner_kind = 'customer' \
            AND account.owner_id = customers.id AND account.txn_count > 0)",
    only "NOT EXISTS (SELECT 1 FROM user_merges WHERE from_user_id = requested.called AND state = 'merged')"
);

const FIND_BY_ADDRESS_OF_USER: &str = "\
    SELECT id, external_id, user_id, email, name, subscribed, created_at, user_shown, merged_into, \
        TRUE AS is_used, \
        COALESCE((SELECT u.is_active FROM users u WHERE u.id = customers.user_id), TRUE) AS holder_is_active \
    FROM customers \
    WHERE website_id = $1 AND mode = $2 AND user_id = ( \
        SELECT u.id FROM users u WHERE u.email = $3 AND u.email_verified ORDER BY u.claims_at DESC, u.id LIMIT 1)";

// A request that waited for a first booking finds the condition false and takes no lock: bookings lock the wallet first.
const SHOW: &str = "\
    UPDATE customers SET user_shown = TRUE \
    WHERE website_id = $1 AND mode = $2 AND user_id = $3 AND (NOT user_shown OR credits = 0)";

// Bookings lock a customer's wallet before its row. A request that sets the user of a row with an address does the same.
const LOCK_WALLETS: &str = "\
    UPDATE account SET seq = seq + 0 \
    WHERE kind = 'wallet' AND owner_kind = 'customer' AND owner_id IN ( \
        SELECT id FROM customers WHERE website_id = $1 AND mode = $2 AND (user_id = $3 AND NOT user_shown \
          OR user_id IS NULL AND email = (SELECT u.email FROM users u WHERE u.id = $3 AND u.email_verified)))";

// The user leaves this row if it has no bookings or limits, and the row of the user's verified address waits.
const RELEASE: &str = concat!(
    "UPDATE customers SET user_id = NULL, user_shown = FALSE \
    WHERE website_id = $1 AND mode = $2 AND user_id = $3 AND email IS NULL AND external_id IS NULL \
      AND NOT ",
    is_used!("customers.id"),
    " AND EXISTS (SELECT 1 FROM users u JOIN customers AS waiting ON waiting.email = u.email \
                  WHERE u.id = $3 AND u.email_verified AND waiting.website_id = $1 AND waiting.mode = $2 \
                    AND waiting.user_id IS NULL)"
);

const CLAIM: &str = "\
    UPDATE customers SET user_id = $3, user_shown = TRUE \
    WHERE website_id = $1 AND mode = $2 AND user_id IS NULL \
      AND email = (SELECT u.email FROM users u WHERE u.id = $3 AND u.email_verified)";

const LOCK_ROW: &str = "UPDATE customers SET updated_at = updated_at WHERE id = $1";

// The row was created in the same transaction, so that no other request has seen it.
const DELETE: &str = "\
    DELETE FROM customers WHERE website_id = $1 AND mode = $2 AND id = $3";

// A website that names its customer by the user's address has given that address.
const ADDRESS: &str = "\
    UPDATE customers SET email = $2, email_folded = $3, listed_as = CASE WHEN name IS NULL THEN $3 ELSE listed_as END \
    WHERE id = $1 AND email IS NULL";

const LOCK_WALLETS_OF: &str = "\
    UPDATE account SET seq = seq + 0 WHERE kind = 'wallet' AND owner_kind = 'customer' AND owner_id = $1";

const INSERT: &str = "\
    INSERT INTO customers (id, website_id, mode, external_id, email, user_id, user_shown, created_at, updated_at, \
        listed_as, email_folded, external_folded) \
    VALUES ($1, $2, $3, $4, $5, $6, $8, $7, $7, $9, $10, $11) ON CONFLICT DO NOTHING";

/// A requested name, with its index.
struct NameQuery<'a> {
    position: i64,
    name: &'a Name<'a>,
    called: &'a str,
}

/// A row of one of the requested names.
#[derive(Debug, sqlx::FromRow)]
struct NamedRow {
    position: i64,
    #[sqlx(flatten)]
    row: Row,
}

impl NamedRow {
    /// Stores the customer at its index.
    fn put(self, found: &mut [Option<Customer>]) {
        let position = usize::try_from(self.position).unwrap_or(usize::MAX);
        if let Some(slot) = found.get_mut(position) {
            *slot = Some(self.row.into());
        }
    }
}

#[derive(Debug, sqlx::FromRow)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "a row as the statement has it"
)]
pub(super) struct Row {
    id: String,
    external_id: Option<String>,
    user_id: Option<String>,
    email: Option<String>,
    name: Option<String>,
    subscribed: bool,
    created_at: i64,
    user_shown: bool,
    merged_into: Option<String>,
    is_used: bool,
    holder_is_active: bool,
}

impl From<Row> for Customer {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            external_id: row.external_id,
            user_id: row.user_id.filter(|_| row.user_shown),
            email: row.email,
            name: row.name,
            subscribed: row.subscribed,
            created_at: Timestamp::from_micros(row.created_at),
            merged_into: row.merged_into,
            is_used: row.is_used,
            is_new: false,
            holder_is_active: row.holder_is_active,
        }
    }
}

/// Returns a website's customer of a name.
pub(in crate::customers) async fn find(
    db: &mut Connection<'_>,
    SiteScope { website_id, mode }: SiteScope<'_>,
    reference: &CustomerRef,
) -> Result<Option<Customer>, Failure> {
    let name = Name {
        website_id,
        mode,
        reference,
    };
    let mut found = find_all(db, &[name]).await?;
    Ok(found.pop().flatten())
}

/// Returns the customers of names, in the order of the names; one statement for each kind of name.
pub(in crate::customers) async fn find_all(
    db: &mut Connection<'_>,
    names: &[Name<'_>],
) -> Result<Vec<Option<Customer>>, Failure> {
    let mut found = vec![None; names.len()];
    let mut ways = [
        (FIND_BY_ID, Vec::<NameQuery<'_>>::new()),
        (FIND_BY_EXTERNAL_ID, Vec::new()),
        (FIND_BY_EMAIL, Vec::new()),
        (FIND_BY_SUB, Vec::new()),
    ];
    for (name, position) in names.iter().zip(0_i64..) {
        let [by_id, by_external_id, by_email, by_sub] = &mut ways;
        let (way, called) = match name.reference {
            CustomerRef::Id(id) => (by_id, id),
            CustomerRef::ExternalId(id) => (by_external_id, id),
            CustomerRef::Email(email) => (by_email, email),
            CustomerRef::Sub(sub) => (by_sub, sub),
        };
        way.1.push(NameQuery {
            position,
            name,
            called,
        });
    }
    for (statement, requested) in ways {
        for portion in padded(&requested, 4) {
            for row in find_some(db, statement, &portion).await? {
                row.put(&mut found);
            }
        }
    }
    Ok(found)
}

async fn find_some(
    db: &mut Connection<'_>,
    statement: (&'static str, &'static str),
    requested: &PaddedRows<'_, NameQuery<'_>>,
) -> Result<Vec<NamedRow>, Failure> {
    let text = requested.text(db, statement);
    on_engine!(db, |c| {
        let mut query = sqlx::query_as(AssertSqlSafe(text));
        for (one, there) in requested.rows() {
            query = query
                .bind(one.position)
                .bind(there.some(one.name.website_id))
                .bind(one.name.mode.word())
                .bind(one.called);
        }
        query.fetch_all(c).await
    })
    .failed("reading customers")
}

/// Returns a website's customer who is the user with this verified address.
pub(in crate::customers) async fn find_by_address_of_user(
    db: &mut Connection<'_>,
    scope: SiteScope<'_>,
    email: &str,
) -> Result<Option<Customer>, Failure> {
    one(db, FIND_BY_ADDRESS_OF_USER, scope, email).await
}

pub(super) async fn one(
    db: &mut Connection<'_>,
    statement: &'static str,
    SiteScope { website_id, mode }: SiteScope<'_>,
    name: &str,
) -> Result<Option<Customer>, Failure> {
    on_engine!(db, |c| sqlx::query_as::<_, Row>(statement)
        .bind(website_id)
        .bind(mode.word())
        .bind(name)
        .fetch_optional(c)
        .await)
    .failed("reading a customer")
    .map(|row| row.map(Customer::from))
}

/// Shows the user to the website, which has sent the subject; locks the row.
pub(in crate::customers) async fn show(
    db: &mut Connection<'_>,
    scope: SiteScope<'_>,
    sub: &str,
) -> Result<(), Failure> {
    change(db, LOCK_WALLETS, scope, sub).await?;
    change(db, SHOW, scope, sub).await.map(drop)
}

/// Replaces the subject's own row by the row of the user's verified address. The former is locked, without bookings or
/// limits. `made` is the id that the former got in this transaction, if it was created there.
pub(in crate::customers) async fn fold(
    db: &mut Connection<'_>,
    scope: SiteScope<'_>,
    sub: &str,
    made: &str,
) -> Result<(), Failure> {
    if change(db, RELEASE, scope, sub).await? > 0 {
        change(db, CLAIM, scope, sub).await?;
        change(db, DELETE, scope, made).await?;
    }
    Ok(())
}

async fn change(
    db: &mut Connection<'_>,
    statement: &'static str,
    SiteScope { website_id, mode }: SiteScope<'_>,
    name: &str,
) -> Result<u64, Failure> {
    on_engine!(db, |c| sqlx::query(statement)
        .bind(website_id)
        .bind(mode.word())
        .bind(name)
        .execute(c)
        .await
        .map(|done| done.rows_affected()))
    .failed("storing the user of a customer")
}

/// Locks the row of a customer whose wallet is locked: a request that would replace the row waits, and sees its new limits.
pub(crate) async fn lock_customer(db: &mut Connection<'_>, id: &str) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(LOCK_ROW)
        .bind(id)
        .execute(c)
        .await
        .map(drop))
    .failed("holding a customer's row")
}

/// Deletes a row that was created in the same transaction, so that no other request has seen it.
pub(in crate::customers) async fn unmake(
    db: &mut Connection<'_>,
    scope: SiteScope<'_>,
    id: &str,
) -> Result<(), Failure> {
    change(db, DELETE, scope, id).await.map(drop)
}

/// Stores the address by which the website has just named a row; locks its wallets first, as bookings do.
pub(in crate::customers) async fn address(
    db: &mut Connection<'_>,
    id: &str,
    email: &str,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(LOCK_WALLETS_OF)
        .bind(id)
        .execute(c)
        .await
        .map(drop))
    .failed("locking a customer's wallets")?;
    on_engine!(db, |c| sqlx::query(ADDRESS)
        .bind(id)
        .bind(email)
        .bind(names::fold(email))
        .execute(c)
        .await
        .map(drop))
    .failed("storing a customer's address")
}

/// Creates a customer of a name; false if another request has just created it.
pub(in crate::customers) async fn insert(
    db: &mut Connection<'_>,
    SiteScope { website_id, mode }: SiteScope<'_>,
    id: &str,
    reference: &CustomerRef,
    now: Timestamp,
) -> Result<bool, Failure> {
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
    let folded = CustomerNames::new(id, reference).folded();
    on_engine!(db, |c| sqlx::query(INSERT)
        .bind(id)
        .bind(website_id)
        .bind(mode.word())
        .bind(external_id)
        .bind(email)
        .bind(sub)
        .bind(now.micros())
        .bind(sub.is_some())
        .bind(folded.listed_as)
        .bind(folded.email)
        .bind(folded.external_id)
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("storing a customer")
}

/// The statements assembled here, for the test of the query plans: those that carry rows, and `RELEASE_TEXT`, which carries
/// none.
#[cfg(test)]
pub(crate) const TEXTS: [(&str, &str); 4] =
    [FIND_BY_ID, FIND_BY_EXTERNAL_ID, FIND_BY_EMAIL, FIND_BY_SUB];
#[cfg(test)]
pub(in crate::customers) const RELEASE_TEXT: &str = RELEASE;
