//! Tables of holds, their pins and their events.

use std::collections::{HashMap, HashSet};

use foundation::database::{SqlResultExt, padded};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use super::accounts::BulkStatement;
use super::hold_view::HoldView;
use super::pins;
pub(crate) use super::pins::move_pins;
use crate::caller::SiteScope;
use crate::credits::ledger::account::{Owner, WalletKey};
use crate::credits::ledger::feature::BilledFeature;
use crate::credits::ledger::hold::{Hold, HoldEvent, HoldState, OnExpiry};
use crate::credits::ledger::hold_kind::HoldKind;
use crate::credits::ledger::lot::RowChange;

const OWNERS: (&str, &str) = (
    "WITH requested (book, called) AS (VALUES ",
    ") SELECT hold.public_id, account.book_id, account.owner_kind, account.owner_id \
     FROM requested JOIN hold ON hold.public_id = requested.called \
     JOIN account ON account.id = hold.account_id AND account.book_id = requested.book",
);

/// Builds a query of holds by one column and a condition.
macro_rules! read {
    ($column:literal, $condition:literal) => {
        (
            "WITH requested (one) AS (VALUES ",
            concat!(
                ") SELECT id, public_id, account_id, op_key, kind, state, amount, captured, released, expires_at, on_expiry, \
                    feature_id, quantity, price_version, description, metadata, opened_at, closed_at, late_at, \
                    (SELECT f.code FROM feature f WHERE f.id = hold.feature_id) AS feature, \
                    (SELECT COALESCE(MAX(e.n), 0) FROM hold_event e WHERE e.hold_id = hold.id) AS events \
                 FROM requested JOIN hold ON hold.", $column, " = requested.one WHERE ", $condition
            ),
        )
    };
}

const OPEN: (&str, &str) = read!("account_id", "closed_at IS NULL");
const OPEN_BY_KEY: (&str, &str) = read!("id", "closed_at IS NULL");
const NAMED: (&str, &str) = read!("public_id", "TRUE");

// The query follows the customer's merges, of which there may be several, to the merge target.
const VIEW: &str = "\
    WITH RECURSIVE up (id, merged_into) AS (\
        SELECT c.id, c.merged_into FROM hold h JOIN account a ON a.id = h.account_id AND a.owner_kind = 'customer' \
            JOIN customers c ON c.id = a.owner_id WHERE h.public_id = $1 \
        UNION SELECT c.id, c.merged_into FROM up CROSS JOIN customers c WHERE c.id = up.merged_into) \
    SELECT hold.id, hold.public_id, hold.account_id, hold.op_key, hold.kind, hold.state, hold.amount, captured, released, hold.expires_at, \
        on_expiry, feature_id, quantity, price_version, description, metadata, opened_at, closed_at, \
        (SELECT f.code FROM feature f WHERE f.id = hold.feature_id) AS feature, CAST(0 AS BIGINT) AS events, \
        (SELECT up.id FROM up WHERE up.merged_into IS NULL) AS customer_id \
    FROM hold JOIN account ON account.id = hold.account_id AND account.owner_kind = 'customer' \
    JOIN customers ON customers.id = account.owner_id \
    WHERE hold.public_id = $1 AND customers.website_id = $2 AND customers.mode = $3";

const INSERT: &str = "\
    INSERT INTO hold (id, public_id, account_id, op_key, state, amount, captured, released, expires_at, on_expiry, kind, \
        feature_id, quantity, price_version, description, metadata, opened_at, closed_at)";

const UPDATE: (&str, &str) = (
    "WITH change (id, state, captured, released, expires_at, closed_at, late_at) AS (VALUES ",
    ") UPDATE hold SET state = change.state, captured = change.captured, released = change.released, \
        expires_at = change.expires_at, closed_at = change.closed_at, late_at = change.late_at \
     FROM change WHERE hold.id = change.id AND (hold.closed_at IS NULL OR hold.state = 'expired' \
        AND change.state = 'expired' AND hold.late_at IS NULL AND hold.captured < change.captured)",
);

// Only a merge or its undo changes the account of a hold.
const MOVE: (&str, &str) = (
    "WITH change (id, account) AS (VALUES ",
    ") UPDATE hold SET account_id = change.account FROM change WHERE hold.id = change.id",
);

const INSERT_EVENTS: &str = "INSERT INTO hold_event (hold_id, n, kind, amount, op_key, at)";

#[derive(sqlx::FromRow)]
pub(super) struct Row {
    id: i64,
    public_id: String,
    account_id: i64,
    op_key: String,
    kind: String,
    state: String,
    amount: i64,
    captured: i64,
    released: i64,
    expires_at: Option<i64>,
    on_expiry: String,
    feature_id: Option<i64>,
    feature: Option<String>,
    quantity: Option<i64>,
    price_version: Option<i64>,
    description: Option<String>,
    metadata: String,
    opened_at: i64,
    closed_at: Option<i64>,
    #[sqlx(default)]
    late_at: Option<i64>,
    events: i64,
}

impl Row {
    pub(super) fn into_hold(self) -> Result<Hold, Failure> {
        let unknown = || Failure::defect("a hold in an unknown state");
        Ok(Hold {
            id: self.id,
            public_id: self.public_id,
            op_key: self.op_key,
            kind: HoldKind::from_name(&self.kind).ok_or_else(unknown)?,
            state: HoldState::from_name(&self.state).ok_or_else(unknown)?,
            amount: self.amount,
            captured: self.captured,
            released: self.released,
            expires_at: self.expires_at.map(Timestamp::from_micros),
            on_expiry: OnExpiry::from_name(&self.on_expiry).ok_or_else(unknown)?,
            billed: BilledFeature::from_row(
                self.feature_id,
                self.feature,
                self.price_version,
                self.quantity,
            ),
            description: self.description,
            metadata: self.metadata,
            opened_at: Timestamp::from_micros(self.opened_at),
            closed_at: self.closed_at.map(Timestamp::from_micros),
            late_at: self.late_at.map(Timestamp::from_micros),
            events: self.events,
            pins: Vec::new(),
            mark: RowChange::Unchanged,
        })
    }
}

#[derive(sqlx::FromRow)]
struct ViewRow {
    customer_id: String,
    #[sqlx(flatten)]
    row: Row,
}

/// Reads a website's hold by its public id, as it was booked.
pub(crate) async fn view(
    db: &mut Connection<'_>,
    site: SiteScope<'_>,
    public_id: &str,
) -> Result<Option<HoldView>, Failure> {
    let row: Option<ViewRow> = on_engine!(db, |c| sqlx::query_as(VIEW)
        .bind(public_id)
        .bind(site.website_id)
        .bind(site.mode.word())
        .fetch_optional(c)
        .await)
    .failed("reading a hold")?;
    let Some(ViewRow { customer_id, row }) = row else {
        return Ok(None);
    };
    Ok(Some(HoldView::new(&row.into_hold()?, &customer_id)))
}

/// Finds the owners of holds by their public ids, each in one book. A hold of another book is not found.
pub(crate) async fn owners(
    db: &mut Connection<'_>,
    requested: &[(i64, &str)],
) -> Result<HashMap<String, WalletKey>, Failure> {
    let mut found = HashMap::new();
    for portion in padded(requested, 2) {
        let text = portion.text(db, OWNERS);
        let rows: Vec<(String, i64, String, String)> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for ((book_id, public_id), there) in portion.rows() {
                query = query.bind(there.some(*book_id)).bind(*public_id);
            }
            query.fetch_all(c).await
        })
        .failed("finding holds")?;
        for (public_id, book_id, kind, owner_id) in rows {
            let owner = Owner::from_row(&kind, owner_id);
            found.insert(public_id, WalletKey { book_id, owner });
        }
    }
    Ok(found)
}

/// Reads the open holds of accounts, and the holds with these public ids in any state. Each comes with its account, and open
/// ones with their pins.
pub(crate) async fn read(
    db: &mut Connection<'_>,
    account_ids: &[i64],
    public_ids: &[&str],
) -> Result<Vec<(i64, Hold)>, Failure> {
    let mut open = rows(db, OPEN, account_ids).await?;
    let known: HashSet<i64> = open.iter().map(|(_, hold)| hold.id).collect();
    let named = named(db, public_ids).await?.into_iter();
    let named = named.filter(|(_, hold)| !known.contains(&hold.id));
    let (others, closed): (Vec<_>, Vec<_>) = named.partition(|(_, hold)| hold.is_open());
    open.extend(others);
    pins::read(db, &mut open).await?;
    open.extend(closed);
    Ok(open)
}

/// Reads open holds by their keys, with their pins, in the order of the given keys.
pub(crate) async fn by_key(
    db: &mut Connection<'_>,
    hold_ids: &[i64],
) -> Result<Vec<Hold>, Failure> {
    let mut found = rows(db, OPEN_BY_KEY, hold_ids).await?;
    pins::read(db, &mut found).await?;
    let found = found.into_iter().map(|(_, hold)| (hold.id, hold));
    let mut holds: HashMap<i64, Hold> = found.collect();
    Ok(hold_ids.iter().filter_map(|id| holds.remove(id)).collect())
}

/// Reads holds by keys of one kind, each with its account.
async fn rows(
    db: &mut Connection<'_>,
    statement: BulkStatement,
    ids: &[i64],
) -> Result<Vec<(i64, Hold)>, Failure> {
    let mut holds = Vec::new();
    for portion in padded(ids, 1) {
        let text = portion.text(db, statement);
        let rows: Vec<Row> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for (id, there) in portion.rows() {
                query = query.bind(there.some(*id));
            }
            query.fetch_all(c).await
        })
        .failed("reading holds")?;
        for row in rows {
            holds.push((row.account_id, row.into_hold()?));
        }
    }
    Ok(holds)
}

/// Reads holds by their public ids, each with its account.
async fn named(db: &mut Connection<'_>, public_ids: &[&str]) -> Result<Vec<(i64, Hold)>, Failure> {
    let mut holds = Vec::new();
    for portion in padded(public_ids, 1) {
        let text = portion.text(db, NAMED);
        let rows: Vec<Row> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for (public_id, there) in portion.rows() {
                query = query.bind(there.some(*public_id));
            }
            query.fetch_all(c).await
        })
        .failed("reading holds by their ids")?;
        for row in rows {
            holds.push((row.account_id, row.into_hold()?));
        }
    }
    Ok(holds)
}

/// Writes new and changed holds and pins. Each hold comes with its account.
pub(crate) async fn save(db: &mut Connection<'_>, holds: &[(i64, &Hold)]) -> Result<(), Failure> {
    let marked = |mark| {
        let of_mark = holds.iter().filter(move |(_, hold)| hold.mark == mark);
        of_mark.copied().collect::<Vec<_>>()
    };
    insert(db, &marked(RowChange::New)).await?;
    update(db, &marked(RowChange::Changed)).await?;
    let marked_pins = |mark| {
        let all = holds.iter().flat_map(|(_, hold)| {
            let pins = (0_i64..).zip(&hold.pins);
            pins.map(|(position, pin)| (hold.id, position, pin))
        });
        all.filter(|(_, _, pin)| pin.mark == mark)
            .collect::<Vec<_>>()
    };
    pins::insert(db, &marked_pins(RowChange::New)).await?;
    pins::update(db, &marked_pins(RowChange::Changed)).await
}

async fn insert(db: &mut Connection<'_>, holds: &[(i64, &Hold)]) -> Result<(), Failure> {
    for portion in padded(holds, 18) {
        let text = portion.insert(db, INSERT, "");
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for ((account_id, hold), there) in portion.rows() {
                let usage = hold.billed.as_ref().and_then(|billed| billed.usage);
                query = query
                    .bind(there.some(hold.id))
                    .bind(&hold.public_id)
                    .bind(*account_id)
                    .bind(&hold.op_key)
                    .bind(hold.state.name())
                    .bind(hold.amount)
                    .bind(hold.captured)
                    .bind(hold.released)
                    .bind(hold.expires_at.map(Timestamp::micros))
                    .bind(hold.on_expiry.name())
                    .bind(hold.kind.name())
                    .bind(hold.feature_id())
                    .bind(usage.map(|usage| usage.quantity))
                    .bind(usage.map(|usage| usage.price_version))
                    .bind(&hold.description)
                    .bind(there.some(&hold.metadata))
                    .bind(hold.opened_at.micros())
                    .bind(hold.closed_at.map(Timestamp::micros));
            }
            query.execute(c).await.map(drop)
        })
        .failed("storing holds")?;
    }
    Ok(())
}

async fn update(db: &mut Connection<'_>, holds: &[(i64, &Hold)]) -> Result<(), Failure> {
    let mut written = 0;
    for portion in padded(holds, 7) {
        let text = portion.text(db, UPDATE);
        written += on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for ((_, hold), there) in portion.rows() {
                query = query
                    .bind(there.some(hold.id))
                    .bind(hold.state.name())
                    .bind(hold.captured)
                    .bind(hold.released)
                    .bind(hold.expires_at.map(Timestamp::micros))
                    .bind(hold.closed_at.map(Timestamp::micros))
                    .bind(hold.late_at.map(Timestamp::micros));
            }
            query.execute(c).await.map(|done| done.rows_affected())
        })
        .failed("storing the states of holds")?;
    }
    if usize::try_from(written) == Ok(holds.len()) {
        Ok(())
    } else {
        Err(Failure::defect("a hold changed under its account's lock"))
    }
}

/// Moves holds to another wallet of their book. Both wallets are locked.
pub(crate) async fn move_to(
    db: &mut Connection<'_>,
    account_id: i64,
    hold_ids: &[i64],
) -> Result<(), Failure> {
    for portion in padded(hold_ids, 2) {
        let text = portion.text(db, MOVE);
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for (id, there) in portion.rows() {
                query = query.bind(there.some(*id)).bind(account_id);
            }
            query.execute(c).await.map(drop)
        })
        .failed("moving holds")?;
    }
    Ok(())
}

/// Inserts events of holds.
pub(crate) async fn insert_events(
    db: &mut Connection<'_>,
    events: &[&HoldEvent],
) -> Result<(), Failure> {
    for portion in padded(events, 6) {
        let text = portion.insert(db, INSERT_EVENTS, "");
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for (event, there) in portion.rows() {
                query = query
                    .bind(there.some(event.hold_id))
                    .bind(event.n)
                    .bind(event.kind.name())
                    .bind(event.amount)
                    .bind(&event.op_key)
                    .bind(event.at.micros());
            }
            query.execute(c).await.map(drop)
        })
        .failed("storing events of holds")?;
    }
    Ok(())
}
