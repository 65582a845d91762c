//! Pages of holds: the query reads each wallet by its index, then takes the newest of all.

use std::cmp::Reverse;

use foundation::database::{PaddedRows, SqlResultExt, padded_arms, union};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use super::hold_view::HoldView;
use super::holds::Row;
use crate::credits::ledger::hold::HoldState;
use crate::schema::Cursor;

macro_rules! columns {
    () => {
        "SELECT id, public_id, account_id, op_key, kind, state, amount, captured, released, expires_at, on_expiry, \
            feature_id, quantity, price_version, description, metadata, opened_at, closed_at, \
            (SELECT f.code FROM feature f WHERE f.id = hold.feature_id) AS feature, CAST(0 AS BIGINT) AS events \
         FROM hold "
    };
}

/// A query by state has two subqueries for each wallet.
const ARMS: usize = 2;

/// Reads holds in any state.
const PAGE: (&str, &str, &str) = (
    "SELECT * FROM (",
    concat!(
        "SELECT * FROM (",
        columns!(),
        "WHERE opened_at <= $1 AND (opened_at, id) < ($1, $2) AND account_id = {} \
         ORDER BY opened_at DESC, id DESC LIMIT $3) AS page"
    ),
    ") AS pages ORDER BY opened_at DESC, id DESC LIMIT $3",
);

/// Reads holds in one state. The index of ended holds contains the state. The few open ones are compared with the state at the
/// time $4: a hold whose time has passed is no longer open, even before its expiry is booked. (`opened_at + 0` keeps SQLite
/// from the index of all holds.)
const PAGE_OF_STATE: (&str, &str, &str) = (
    "SELECT * FROM (",
    concat!(
        "SELECT * FROM (",
        columns!(),
        "WHERE closed_at IS NOT NULL AND state = $5 AND opened_at <= $1 AND (opened_at < $1 OR id < $2) AND account_id = {} \
         ORDER BY opened_at DESC, id DESC LIMIT $3) AS ended UNION ALL SELECT * FROM (",
        columns!(),
        "WHERE closed_at IS NULL AND $5 = CASE WHEN expires_at IS NULL OR expires_at > $4 THEN 'open' \
             WHEN on_expiry = 'capture' THEN 'captured' ELSE 'expired' END \
             AND (opened_at + 0 < $1 OR opened_at + 0 = $1 AND id < $2) AND account_id = {} \
         ORDER BY opened_at + 0 DESC, id DESC LIMIT $3) AS still"
    ),
    ") AS pages ORDER BY opened_at DESC, id DESC LIMIT $3",
);

/// Position in the list: time of opening, then key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HoldPosition {
    opened_at: Timestamp,
    id: i64,
}

impl HoldPosition {
    /// The position before all holds.
    pub(crate) const NEWEST: Self = Self {
        opened_at: Timestamp::from_micros(i64::MAX),
        id: i64::MAX,
    };

    pub(crate) fn cursor(self) -> Cursor {
        Cursor {
            at: self.opened_at,
            id: self.id.to_string(),
        }
    }

    pub(crate) fn from_cursor(cursor: &Cursor) -> Option<Self> {
        Some(Self {
            opened_at: cursor.at,
            id: cursor.id.parse().ok()?,
        })
    }
}

/// Parameters of a page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HoldPageQuery {
    pub(crate) state: Option<HoldState>,
    pub(crate) before: HoldPosition,
    pub(crate) limit: i64,
    pub(crate) now: Timestamp,
}

/// Reads the newest holds of some wallets before a position, as they were booked.
pub(crate) async fn page(
    db: &mut Connection<'_>,
    wallets: &[i64],
    customer_id: &str,
    query_params: HoldPageQuery,
) -> Result<Vec<(HoldPosition, HoldView)>, Failure> {
    let (mut rows, limit): (Vec<Row>, _) = (Vec::new(), query_params.limit);
    for portion in padded_arms(wallets, ARMS) {
        rows.extend(portion_of_page(db, portion, query_params).await?);
    }
    let mut found = rows
        .into_iter()
        .map(|row| {
            let hold = row.into_hold()?;
            let position = HoldPosition {
                opened_at: hold.opened_at,
                id: hold.id,
            };
            Ok((position, HoldView::new(&hold, customer_id)))
        })
        .collect::<Result<Vec<_>, Failure>>()?;
    found.sort_unstable_by_key(|(position, _)| Reverse((position.opened_at, position.id)));
    found.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    Ok(found)
}

async fn portion_of_page(
    db: &mut Connection<'_>,
    wallets: PaddedRows<'_, i64>,
    query_params: HoldPageQuery,
) -> Result<Vec<Row>, Failure> {
    let text = match query_params.state {
        None => union(PAGE, 4, wallets.count()),
        Some(_) => union(PAGE_OF_STATE, 6, wallets.count()),
    };
    on_engine!(db, |c| {
        let mut query = sqlx::query_as(AssertSqlSafe(text))
            .bind(query_params.before.opened_at.micros())
            .bind(query_params.before.id)
            .bind(query_params.limit);
        if let Some(state) = query_params.state {
            query = query.bind(query_params.now.micros()).bind(state.name());
        }
        for (wallet, there) in wallets.rows() {
            query = query.bind(there.some(*wallet));
        }
        query.fetch_all(c).await
    })
    .failed("listing holds")
}

/// Composed statements, for tests of query plans.
#[cfg(test)]
pub(crate) fn texts() -> Vec<String> {
    vec![union(PAGE, 4, 2), union(PAGE_OF_STATE, 6, 2)]
}
