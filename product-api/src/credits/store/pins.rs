//! The table of holds' pins.

use std::collections::HashMap;

use foundation::database::{SqlResultExt, padded};
use foundation::{Connection, Failure, on_engine};
use sqlx::AssertSqlSafe;

use crate::credits::ledger::hold::{Hold, Pin};
use crate::credits::ledger::hold_transfer::PinTransfer;
use crate::credits::ledger::lot::RowChange;

const PINS: (&str, &str) = (
    "WITH requested (one) AS (VALUES ",
    ") SELECT hold_id, lot_id, hold_lot.amount FROM requested JOIN hold_lot ON hold_lot.hold_id = requested.one \
     JOIN lot ON lot.id = hold_lot.lot_id WHERE hold_lot.amount > 0 ORDER BY hold_id, place",
);

const INSERT_PINS: &str = "INSERT INTO hold_lot (hold_id, lot_id, amount, place)";

// A hold that comes back to a wallet pins a lot again that it had pinned before, in the order of its opening.
const IF_PINNED_BEFORE: &str =
    " ON CONFLICT (hold_id, lot_id) DO UPDATE SET amount = excluded.amount";

const UPDATE_PINS: (&str, &str) = (
    "WITH change (hold, lot, amount) AS (VALUES ",
    ") UPDATE hold_lot SET amount = change.amount FROM change \
     WHERE hold_lot.hold_id = change.hold AND hold_lot.lot_id = change.lot",
);

/// Reads the pins of holds, in their order.
pub(super) async fn read(
    db: &mut Connection<'_>,
    holds: &mut [(i64, Hold)],
) -> Result<(), Failure> {
    let ids: Vec<i64> = holds.iter().map(|(_, hold)| hold.id).collect();
    let mut pins_of: HashMap<i64, Vec<Pin>> = HashMap::new();
    for portion in padded(&ids, 1) {
        let text = portion.text(db, PINS);
        let rows: Vec<(i64, i64, i64)> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for (id, there) in portion.rows() {
                query = query.bind(there.some(*id));
            }
            query.fetch_all(c).await
        })
        .failed("reading the pins of holds")?;
        for (hold_id, lot_id, amount) in rows {
            let mark = RowChange::Unchanged;
            let pin = Pin {
                lot_id,
                amount,
                mark,
            };
            pins_of.entry(hold_id).or_default().push(pin);
        }
    }
    for (_, hold) in holds {
        hold.pins = pins_of.remove(&hold.id).unwrap_or_default();
    }
    Ok(())
}

/// Inserts new pins, each with its hold and its position in the hold.
pub(super) async fn insert(
    db: &mut Connection<'_>,
    pins: &[(i64, i64, &Pin)],
) -> Result<(), Failure> {
    for portion in padded(pins, 4) {
        let text = portion.insert(db, INSERT_PINS, "");
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for ((hold_id, position, pin), there) in portion.rows() {
                query = query
                    .bind(there.some(*hold_id))
                    .bind(pin.lot_id)
                    .bind(pin.amount)
                    .bind(*position);
            }
            query.execute(c).await.map(drop)
        })
        .failed("storing the pins of holds")?;
    }
    Ok(())
}

/// Writes changed pins.
pub(super) async fn update(
    db: &mut Connection<'_>,
    pins: &[(i64, i64, &Pin)],
) -> Result<(), Failure> {
    for portion in padded(pins, 3) {
        let text = portion.text(db, UPDATE_PINS);
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for ((hold_id, _, pin), there) in portion.rows() {
                let hold_id = there.some(*hold_id);
                query = query.bind(hold_id).bind(pin.lot_id).bind(pin.amount);
            }
            query.execute(c).await.map(drop)
        })
        .failed("taking pins off")?;
    }
    Ok(())
}

/// Moves pins from lots to others. The emptied pins stay, as the trace of the moves.
pub(crate) async fn move_pins(
    db: &mut Connection<'_>,
    pins: &[PinTransfer],
) -> Result<(), Failure> {
    for portion in padded(pins, 3) {
        let text = portion.text(db, UPDATE_PINS);
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for (pin, there) in portion.rows() {
                query = query
                    .bind(there.some(pin.hold_id))
                    .bind(pin.from_lot)
                    .bind(0_i64);
            }
            query.execute(c).await.map(drop)
        })
        .failed("emptying pins")?;
    }
    for portion in padded(pins, 4) {
        let text = portion.insert(db, INSERT_PINS, IF_PINNED_BEFORE);
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for (pin, there) in portion.rows() {
                query = query
                    .bind(there.some(pin.hold_id))
                    .bind(pin.to_lot)
                    .bind(pin.amount)
                    .bind(pin.position);
            }
            query.execute(c).await.map(drop)
        })
        .failed("moving pins")?;
    }
    Ok(())
}
