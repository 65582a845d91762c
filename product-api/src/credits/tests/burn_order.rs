//! Test of the burn order, as a table.

use std::cmp::Ordering;

use foundation::Timestamp;

use crate::credits::ledger::lot::{Lot, LotKind, RowChange, burn_order};

#[test]
fn burn_order_as_a_table() {
    //            id  kind                   priority  effective  expires    scope
    let rows = [
        lot(9, LotKind::Purchase, 90, 9, (Some(90), Some(1))), // for this feature only
        lot(8, LotKind::Purchase, 20, 9, (None, None)),        // lower priority number
        lot(7, LotKind::Purchase, 30, 9, (Some(50), None)),    // expires sooner
        lot(6, LotKind::Promo, 30, 9, (Some(60), None)),       // unpaid before paid
        lot(5, LotKind::Purchase, 30, 9, (Some(60), None)),    // expires, the next ones never
        lot(4, LotKind::Promo, 30, 8, (None, None)),           // effective sooner
        lot(2, LotKind::Promo, 30, 9, (None, None)),           // smaller key
        lot(3, LotKind::Promo, 30, 9, (None, None)),
        lot(1, LotKind::Purchase, 30, 1, (None, None)), // paid
    ];
    for (index, earlier) in rows.iter().enumerate() {
        for later in &rows[index + 1..] {
            assert_eq!(
                burn_order(earlier, later),
                Ordering::Less,
                "{earlier:?} {later:?}"
            );
        }
    }
}

fn lot(
    id: i64,
    kind: LotKind,
    priority: i16,
    effective: i64,
    ends: (Option<i64>, Option<i64>),
) -> Lot {
    Lot {
        id,
        kind,
        amount: 10,
        remaining: 10,
        held: 0,
        priority,
        effective_at: Timestamp::from_micros(effective),
        expires_at: ends.0.map(Timestamp::from_micros),
        scope: ends.1,
        source_kind: String::new(),
        source_ref: String::new(),
        txn_id: 0,
        mark: RowChange::Unchanged,
    }
}
