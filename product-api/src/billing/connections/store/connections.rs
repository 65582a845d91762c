//! The table of connections.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::billing::connections::connection::{ConnectionOwner, Delivery, StripeConnection};
use crate::billing::connections::connection_state::{ConnectionState, ConnectionTrouble};
use crate::billing::currency::Currency;
use crate::caller::Mode;

macro_rules! columns {
    () => {
        "id, owner_kind, owner_id, mode, account_id, account_name, country, default_currency, api_key, key_hint, \
         next_key, state, reason, delivery, poll_cursor, list_cursor, bad_signatures, checked_at, created_at"
    };
}

/// Inserts nothing if the account is connected in this mode.
const WITHOUT_TEST_CONNECTION: &str = "\
    SELECT w.id FROM websites w LEFT JOIN book b ON b.website_id = w.id AND b.mode = 'test' \
    LEFT JOIN book_billing s ON s.book_id = b.id \
    WHERE w.status = 'active' AND s.connection_id IS NULL ORDER BY w.id LIMIT 100";
const INSERT: &str = "\
    INSERT INTO stripe_connection (id, owner_kind, owner_id, mode, account_id, account_name, country, default_currency, \
        api_key, key_hint, state, delivery, list_cursor, created_at, updated_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14) ON CONFLICT DO NOTHING";

const DELETE_UNFINISHED: &str =
    "DELETE FROM stripe_connection WHERE id = $1 AND state = 'checking'";

const DELETE_ABANDONED: &str =
    "DELETE FROM stripe_connection WHERE state = 'checking' AND created_at <= $1";

const FIND: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM stripe_connection WHERE id = $1"
);

const LOCK: &str = concat!(
    "UPDATE stripe_connection SET state = state WHERE id = $1 RETURNING ",
    columns!()
);

const FIND_OF_ACCOUNT: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM stripe_connection WHERE account_id = $1 AND mode = $2 AND state <> 'disconnected'"
);

/// A merged user's connections belong to the user into which it was merged.
const LIST_OF_USER: &str = concat!(
    "WITH RECURSIVE own (id) AS ( \
        SELECT CAST($1 AS TEXT) UNION \
        SELECT m.from_user_id FROM own JOIN user_merges m ON m.into_user_id = own.id AND m.state = 'merged') \
     SELECT ",
    columns!(),
    " FROM stripe_connection \
     WHERE owner_kind = 'user' AND owner_id IN (SELECT own.id FROM own) AND state <> 'disconnected' \
     ORDER BY created_at, id LIMIT 100"
);

const LIST_OF_PLATFORM: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM stripe_connection WHERE owner_kind = 'platform' AND state <> 'disconnected' ORDER BY created_at, id LIMIT 100"
);

const LIST_WAITING_KEYS: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM stripe_connection WHERE next_key IS NOT NULL ORDER BY created_at, id"
);

/// Statements that are composed of parts, for the test of their plans.
#[cfg(test)]
pub(in crate::billing) const TEXTS: &[&str] = &[
    FIND,
    LOCK,
    FIND_OF_ACCOUNT,
    LIST_OF_USER,
    LIST_OF_PLATFORM,
    LIST_WAITING_KEYS,
];

const SET_STATE: &str =
    "UPDATE stripe_connection SET state = $2, reason = $3, updated_at = $4 WHERE id = $1";

const SET_DELIVERY: &str =
    "UPDATE stripe_connection SET delivery = $2, updated_at = $3 WHERE id = $1";

const ERASE: &str = "\
    UPDATE stripe_connection SET state = 'disconnected', reason = NULL, api_key = '', next_key = NULL, updated_at = $2 \
    WHERE id = $1";

const SET_LIST_CURSOR: &str = "UPDATE stripe_connection SET list_cursor = $2 WHERE id = $1";

const SET_POLL_CURSOR: &str = "UPDATE stripe_connection SET poll_cursor = $2 WHERE id = $1";

#[derive(sqlx::FromRow)]
struct ConnectionRow {
    id: String,
    owner_kind: String,
    owner_id: String,
    mode: String,
    account_id: String,
    account_name: String,
    country: String,
    default_currency: Option<String>,
    api_key: String,
    key_hint: String,
    next_key: Option<String>,
    state: String,
    reason: Option<String>,
    delivery: String,
    poll_cursor: Option<String>,
    list_cursor: i64,
    bad_signatures: i64,
    checked_at: Option<i64>,
    created_at: i64,
}

impl TryFrom<ConnectionRow> for StripeConnection {
    type Error = Failure;

    fn try_from(row: ConnectionRow) -> Result<Self, Self::Error> {
        let reading = "reading a connection";
        Ok(Self {
            id: row.id,
            owner: ConnectionOwner::from_columns(&row.owner_kind, row.owner_id)
                .ok_or_else(|| Failure::defect("a connection of an unknown owner"))?,
            mode: row
                .mode
                .parse()
                .map_err(|error| Failure::broken(reading, error))?,
            account_id: row.account_id,
            account_name: row.account_name,
            country: row.country,
            default_currency: row.default_currency.as_deref().and_then(Currency::parse),
            sealed_key: row.api_key,
            key_hint: row.key_hint,
            sealed_next_key: row.next_key,
            state: row
                .state
                .parse()
                .map_err(|error| Failure::broken(reading, error))?,
            reason: row.reason,
            delivery: Delivery::from_word(&row.delivery)
                .ok_or_else(|| Failure::defect("a connection of an unknown delivery"))?,
            poll_cursor: row.poll_cursor,
            list_cursor: Timestamp::from_micros(row.list_cursor),
            bad_signatures: row.bad_signatures,
            checked_at: row.checked_at.map(Timestamp::from_micros),
            created_at: Timestamp::from_micros(row.created_at),
        })
    }
}

/// Inserts a connection; false if its account is connected in its mode.
pub(in crate::billing::connections) async fn insert(
    db: &mut Connection<'_>,
    connection: &StripeConnection,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(INSERT)
        .bind(&connection.id)
        .bind(connection.owner.kind())
        .bind(connection.owner.id())
        .bind(connection.mode.word())
        .bind(&connection.account_id)
        .bind(&connection.account_name)
        .bind(&connection.country)
        .bind(connection.default_currency.map(Currency::code))
        .bind(&connection.sealed_key)
        .bind(&connection.key_hint)
        .bind(connection.state.word())
        .bind(connection.delivery.word())
        .bind(connection.list_cursor.micros())
        .bind(connection.created_at.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("adding a connection")
}

/// Deletes a connection that never worked.
pub(in crate::billing::connections) async fn delete_unfinished(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(DELETE_UNFINISHED)
        .bind(id)
        .execute(c)
        .await
        .map(drop))
    .failed("deleting a connection")
}

/// Deletes connections that a server left unfinished before a time.
pub(in crate::billing::connections) async fn delete_abandoned(
    db: &mut Connection<'_>,
    before: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(DELETE_ABANDONED)
        .bind(before.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("deleting unfinished connections")
}

/// Finds a connection.
pub(in crate::billing::connections) async fn find(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<StripeConnection>, Failure> {
    find_by(db, FIND, &[id]).await
}

/// Finds a connection and locks its row.
pub(in crate::billing::connections) async fn lock(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<StripeConnection>, Failure> {
    find_by(db, LOCK, &[id]).await
}

/// Finds the connection of an account in a mode.
pub(in crate::billing::connections) async fn find_of_account(
    db: &mut Connection<'_>,
    account_id: &str,
    mode: Mode,
) -> Result<Option<StripeConnection>, Failure> {
    find_by(db, FIND_OF_ACCOUNT, &[account_id, mode.word()]).await
}

async fn find_by(
    db: &mut Connection<'_>,
    statement: &'static str,
    values: &[&str],
) -> Result<Option<StripeConnection>, Failure> {
    let row: Option<ConnectionRow> = on_engine!(db, |c| {
        let mut query = sqlx::query_as(statement);
        for value in values {
            query = query.bind(*value);
        }
        query.fetch_optional(c).await
    })
    .failed("reading a connection")?;
    row.map(StripeConnection::try_from).transpose()
}

/// Returns the connections of a user, oldest first, without disconnected ones.
pub(in crate::billing::connections) async fn list_of_user(
    db: &mut Connection<'_>,
    user_id: &str,
) -> Result<Vec<StripeConnection>, Failure> {
    let rows: Vec<ConnectionRow> = on_engine!(db, |c| sqlx::query_as(LIST_OF_USER)
        .bind(user_id)
        .fetch_all(c)
        .await)
    .failed("listing connections")?;
    rows.into_iter().map(StripeConnection::try_from).collect()
}

/// Returns the connections of the platform, oldest first, without disconnected ones.
pub(in crate::billing::connections) async fn list_of_platform(
    db: &mut Connection<'_>,
) -> Result<Vec<StripeConnection>, Failure> {
    list_by(db, LIST_OF_PLATFORM).await
}

/// Returns the connections whose next key has not passed its check yet, oldest first.
pub(in crate::billing::connections) async fn list_waiting_keys(
    db: &mut Connection<'_>,
) -> Result<Vec<StripeConnection>, Failure> {
    list_by(db, LIST_WAITING_KEYS).await
}

async fn list_by(
    db: &mut Connection<'_>,
    statement: &'static str,
) -> Result<Vec<StripeConnection>, Failure> {
    let rows: Vec<ConnectionRow> = on_engine!(db, |c| sqlx::query_as(statement).fetch_all(c).await)
        .failed("listing connections")?;
    rows.into_iter().map(StripeConnection::try_from).collect()
}

/// Sets the state of a connection.
pub(in crate::billing::connections) async fn set_state(
    db: &mut Connection<'_>,
    id: &str,
    state: ConnectionState,
    reason: Option<&ConnectionTrouble>,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(SET_STATE)
        .bind(id)
        .bind(state.word())
        .bind(reason.map(ToString::to_string))
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("setting the state of a connection")
}

/// Sets the way in which events arrive.
pub(in crate::billing::connections) async fn set_delivery(
    db: &mut Connection<'_>,
    id: &str,
    delivery: Delivery,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(SET_DELIVERY)
        .bind(id)
        .bind(delivery.word())
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("setting the delivery of a connection")
}

/// Erases the keys of a connection, which is disconnected from then on.
pub(in crate::billing::connections) async fn erase(
    db: &mut Connection<'_>,
    id: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(ERASE)
        .bind(id)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("disconnecting an account")
}

/// Stores the newest event that was polled.
pub(crate) async fn set_poll_cursor(
    db: &mut Connection<'_>,
    id: &str,
    cursor: &str,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(SET_POLL_CURSOR)
        .bind(id)
        .bind(cursor)
        .execute(c)
        .await
        .map(drop))
    .failed("storing the newest event of a connection")
}

/// Stores the time up to which objects were compared with Stripe's.
pub(crate) async fn set_list_cursor(
    db: &mut Connection<'_>,
    id: &str,
    to: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(SET_LIST_CURSOR)
        .bind(id)
        .bind(to.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("storing the time of a comparison")
}

/// Lists active websites whose test book has no connection.
pub(in crate::billing::connections) async fn list_websites_without_test_connection(
    db: &mut Connection<'_>,
) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(WITHOUT_TEST_CONNECTION)
        .fetch_all(c)
        .await)
    .failed("reading websites without a connection")
}
