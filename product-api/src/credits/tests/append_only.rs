//! Tests of append-only tables: the database refuses to update and to delete their rows.

use foundation::Database;
use foundation::testing::drop_append_only;

use super::test_ledger::{TestLedger, hold_of, on_both_engines};
use crate::credits::ledger::hold::OnExpiry;

/// Inserts rows into tables that the other operations do not write.
const ROWS: [&str; 3] = [
    "INSERT INTO audit (id, at, actor, action, details) VALUES ('aud_1', 0, 'usr_1', 'x', '{}')",
    "INSERT INTO lot_transfer (out_txn_id, from_lot_id, to_lot_id, amount) VALUES (1, 2, 3, 4)",
    "INSERT INTO wallet_transfer (out_txn_id, in_txn_id, merge_id, from_id, into_id, debt, is_undo, raised) \
     VALUES (1, 2, 'mrg_1', 3, 4, 0, FALSE, 5)",
];

/// An update, a deletion and a truncation of each table.
const CHANGES: [[&str; 3]; 7] = [
    [
        "UPDATE txn SET amount = amount + 1",
        "DELETE FROM txn",
        "TRUNCATE txn",
    ],
    [
        "UPDATE entry SET amount = amount + 1",
        "DELETE FROM entry",
        "TRUNCATE entry",
    ],
    [
        "UPDATE lot_move SET amount = amount + 1",
        "DELETE FROM lot_move",
        "TRUNCATE lot_move",
    ],
    [
        "UPDATE lot_transfer SET amount = amount + 1",
        "DELETE FROM lot_transfer",
        "TRUNCATE lot_transfer",
    ],
    [
        "UPDATE hold_event SET amount = amount + 1",
        "DELETE FROM hold_event",
        "TRUNCATE hold_event",
    ],
    [
        "UPDATE audit SET details = '{}'",
        "DELETE FROM audit",
        "TRUNCATE audit",
    ],
    [
        "UPDATE wallet_transfer SET debt = 1",
        "DELETE FROM wallet_transfer",
        "TRUNCATE wallet_transfer",
    ],
];

on_both_engines! {
    async fn rows_that_are_written_once_are_neither_changed_nor_deleted(world: TestLedger) {
        world.grant("g", "ada", 100, None).await.unwrap();
        world.spend("s", "ada", 30).await.unwrap();
        let held = world.hold("h", "ada", 5, (std::time::Duration::from_mins(1), OnExpiry::Release)).await;
        world.capture("c", &hold_of(&held), Some(2), true).await.unwrap();
        for row in ROWS {
            world.sql(row).await;
        }
        let statements = match &world.app.database {
            Database::Sqlite { .. } => 2,
            Database::Postgres { .. } => 3,
        };
        for change in CHANGES.iter().flat_map(|of_table| of_table.iter().take(statements)) {
            let refused = world.try_sql(change).await.expect_err(change).to_string();
            assert!(refused.contains("never"), "{change}: {refused}");
        }
        assert_eq!(world.sql("UPDATE wallet_transfer SET raised = 0, is_over = TRUE").await, 1, "the columns that change");
        drop_append_only(&world.app.database).await;
        for [change, delete, _] in CHANGES {
            assert!(world.sql(change).await >= 1, "the control: {change}");
            assert!(world.sql(delete).await >= 1, "the control: {delete}");
        }
    }
}
