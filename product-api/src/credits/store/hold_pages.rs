//! Pages of holds: each wallet's by its index, then the newest of them all.

use foundation::database::Failed;
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use super::holds::Row;
use crate::credits::hold::HoldState;
use crate::credits::hold_view::HoldView;
use crate::schema::Cursor;

/// The state at the instant $4 is compared: a hold whose time has run out is no longer open, though nobody has booked it.
const PAGE: (&str, &str, &str, &str) = (
    "SELECT * FROM (",
    "SELECT * FROM (SELECT id, public_id, account_id, op_key, state, amount, captured, released, expires_at, on_expiry, \
        feature_id, quantity, price_version, description, metadata, opened_at, closed_at, \
        (SELECT f.code FROM feature f WHERE f.id = hold.feature_id) AS feature, CAST(0 AS BIGINT) AS events \
     FROM hold WHERE opened_at <= $1 AND (opened_at, id) < ($1, $2) AND ($5 = '' OR $5 = CASE \
        WHEN state <> 'open' OR expires_at IS NULL OR expires_at > $4 THEN state \
        WHEN on_expiry = 'capture' THEN 'captured' ELSE 'expired' END) AND account_id = ",
    " ORDER BY opened_at DESC, id DESC LIMIT $3) AS page",
    ") AS pages ORDER BY opened_at DESC, id DESC LIMIT $3",
);

/// A place in the list: by time of opening, then by key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::credits) struct Place {
    opened_at: Timestamp,
    id: i64,
}

impl Place {
    /// Before all holds.
    pub(in crate::credits) const NEWEST: Self = Self {
        opened_at: Timestamp::from_micros(i64::MAX),
        id: i64::MAX,
    };

    pub(in crate::credits) fn cursor(self) -> Cursor {
        Cursor {
            at: self.opened_at,
            id: self.id.to_string(),
        }
    }

    pub(in crate::credits) fn of_cursor(cursor: &Cursor) -> Option<Self> {
        Some(Self {
            opened_at: cursor.at,
            id: cursor.id.parse().ok()?,
        })
    }
}

/// Which page.
#[derive(Clone, Copy, Debug)]
pub(in crate::credits) struct Asked {
    pub(in crate::credits) state: Option<HoldState>,
    pub(in crate::credits) before: Place,
    pub(in crate::credits) limit: i64,
    pub(in crate::credits) now: Timestamp,
}

/// The newest holds of some wallets before a place, as they were booked.
pub(in crate::credits) async fn page(
    db: &mut Connection<'_>,
    wallets: &[i64],
    customer_id: &str,
    asked: Asked,
) -> Result<Vec<(Place, HoldView)>, Failure> {
    if wallets.is_empty() {
        return Ok(Vec::new());
    }
    let (head, arm, end_of_arm, tail) = PAGE;
    let arms: Vec<String> = (6..)
        .zip(wallets)
        .map(|(place, _)| format!("{arm}${place}{end_of_arm}{place}"))
        .collect();
    let text = format!("{head}{}{tail}", arms.join(" UNION ALL "));
    let rows: Vec<Row> = on_engine!(db, |c| {
        let mut query = sqlx::query_as(AssertSqlSafe(text))
            .bind(asked.before.opened_at.micros())
            .bind(asked.before.id)
            .bind(asked.limit)
            .bind(asked.now.micros())
            .bind(asked.state.map_or("", HoldState::name));
        for wallet in wallets {
            query = query.bind(*wallet);
        }
        query.fetch_all(c).await
    })
    .failed("listing holds")?;
    rows.into_iter()
        .map(|row| {
            let hold = row.into_hold()?;
            let place = Place {
                opened_at: hold.opened_at,
                id: hold.id,
            };
            Ok((place, HoldView::of(&hold, customer_id)))
        })
        .collect()
}
