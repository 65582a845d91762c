//! The verification finds every kind of damage. The tables themselves forbid most of it, so that the damage is done
//! to copies of them that forbid nothing, in a transaction that is given up.

use std::collections::BTreeSet;
use std::time::Duration;

use foundation::{Connection, on_engine};
use sqlx::AssertSqlSafe;

use super::reversals_alike::txn_of;
use super::world::{World, hold_of, on_both, status};
use crate::credits::hold::OnExpiry;
use crate::credits::store::checks;

/// A hold of a quarter of an hour.
const QUARTER: (Duration, OnExpiry) = (Duration::from_mins(15), OnExpiry::Release);

/// What a check says, and statements of which each alone makes it say so.
const DAMAGES: &[(&str, &[&str])] = &[
    (
        "the entries of a transaction do not add up to zero, or are fewer than two",
        &[
            "UPDATE entry SET amount = 31 WHERE amount = 30",
            "DELETE FROM entry WHERE txn_id = (SELECT id FROM txn WHERE op_key = 'key:s')",
        ],
    ),
    (
        "an entry belongs to no transaction",
        &["INSERT INTO entry (txn_id, leg, account_id, amount) VALUES (1, 0, 1, 5)"],
    ),
    (
        "an entry of a transaction is on an account of another book, or on none",
        &[
            "UPDATE entry SET account_id = 1 WHERE amount = 30",
            "UPDATE txn SET book_id = book_id + 1 WHERE op_key = 'key:s'",
        ],
    ),
    (
        "credits left one wallet for another and did not arrive",
        &[
            "INSERT INTO entry (txn_id, leg, account_id, amount) SELECT (SELECT t.id FROM txn t WHERE t.op_key = 'key:s'), \
             9, id, 5 FROM account WHERE kind = 'transferred'",
        ],
    ),
    (
        "a transfer has a leg that is not there, or is not as large as the other",
        &["INSERT INTO wallet_transfer VALUES (1, 2, 'mrg_1', 1, 2, 0, FALSE)"],
    ),
    (
        "a transfer of credits belongs to no merge",
        &["UPDATE txn SET kind = 'transfer' WHERE op_key = 'key:s'"],
    ),
    (
        "a balance is not the sum of its entries, or entries are missing in between",
        &[
            "UPDATE account SET posted = 71 WHERE posted = 70",
            "UPDATE account SET posted = 8 WHERE kind = 'debt'",
            "UPDATE account SET seq = 9 WHERE posted = 70",
            "UPDATE entry SET seq = 9 WHERE balance_after = 70",
        ],
    ),
    (
        "the balance after an entry does not follow from the entry before",
        &["UPDATE entry SET balance_after = 71 WHERE balance_after = 70"],
    ),
    (
        "a wallet's transactions are not numbered without a gap",
        &[
            "UPDATE txn SET n = 9 WHERE op_key = 'key:s'",
            "UPDATE txn SET n = 1 WHERE op_key = 'key:s'",
            "UPDATE account SET txn_count = 9 WHERE posted = 70",
        ],
    ),
    (
        "a wallet's transactions go back in time",
        &["UPDATE txn SET booked_at = 7 WHERE op_key = 'key:s'"],
    ),
    (
        "what a transaction says it did to its owner is not what its entries did",
        &["UPDATE txn SET amount = -31 WHERE op_key = 'key:s'"],
    ),
    (
        "a balance is below zero, or less than what is held of it",
        &[
            "UPDATE account SET posted = -1 WHERE posted = 70",
            "UPDATE account SET held = -1 WHERE posted = 70",
            "UPDATE account SET held = 71 WHERE posted = 70",
        ],
    ),
    (
        "a wallet is not the sum of its lots",
        &[
            "UPDATE lot SET remaining = 71 WHERE remaining = 70",
            "UPDATE lot SET held = 1 WHERE remaining = 70",
            "DELETE FROM lot WHERE remaining = 70",
        ],
    ),
    (
        "what a wallet holds is not the sum of its open holds",
        &[
            "UPDATE account SET held = 1 WHERE posted = 70",
            "INSERT INTO hold (id, public_id, account_id, op_key, state, amount, captured, released, expires_at, \
             on_expiry, kind, metadata, opened_at) SELECT 1, 'hld_1', id, 'key:h', 'open', 5, 0, 0, 7, 'release', \
             'hold', '{}', 0 FROM account WHERE posted = 70",
        ],
    ),
    (
        "what left a lot is not the sum of what transactions took from it",
        &[
            "UPDATE lot SET remaining = 71 WHERE remaining = 70",
            "DELETE FROM lot_move WHERE amount = 30",
        ],
    ),
    (
        "a lot did not arrive in another wallet as it left",
        &[
            "INSERT INTO wallet_transfer SELECT 1, 2, 'mrg_1', 1, id, 0, FALSE FROM account WHERE posted = 70; \
             INSERT INTO lot_transfer VALUES (1, 2, 3, 4)",
        ],
    ),
    (
        "a lot was carried over by no transfer",
        &["INSERT INTO lot_transfer VALUES (1, 2, 3, 4)"],
    ),
    (
        "what a lot has set aside is not the sum of what open holds have pinned of it",
        &[
            "UPDATE lot SET held = 3 WHERE held = 4",
            "UPDATE hold_lot SET amount = 5 WHERE amount = 4",
        ],
    ),
    (
        "a hold has not pinned what is left of it",
        &[
            "DELETE FROM hold_lot WHERE amount = 4",
            "UPDATE hold SET captured = 2 WHERE amount = 7",
        ],
    ),
    (
        "what happened to a hold does not lead to what it is, or is not numbered without a gap",
        &[
            "DELETE FROM hold_event WHERE n = 1",
            "UPDATE hold_event SET amount = 2 WHERE kind = 'captured'",
            "UPDATE hold SET released = 3 WHERE amount = 2",
        ],
    ),
    (
        "an answer tells of a hold that is not there",
        &["UPDATE api_operation SET result_id = 'hold_none' WHERE key = 'h'"],
    ),
    (
        "a key was executed twice",
        &["UPDATE txn SET op_key = 'key:g' WHERE op_key = 'key:s'"],
    ),
    (
        "a transaction of a key has no answer stored under the key, or two",
        &[
            "UPDATE api_operation SET result_id = NULL WHERE key = 's'",
            "UPDATE api_operation SET key = 't' WHERE key = 's'",
            "UPDATE api_operation SET tenant_id = 'web_2:live' WHERE key = 's'",
            "UPDATE api_operation SET tenant_id = 'web_1:test' WHERE key = 's'",
            "INSERT INTO api_operation SELECT * FROM api_operation WHERE key = 's'",
        ],
    ),
    (
        "an answer tells of a transaction that is not there or is another key's, or a key was never answered",
        &[
            "UPDATE api_operation SET result_id = 'txn_none' WHERE key = 's'",
            "UPDATE api_operation SET status = NULL WHERE key = 's'",
            "INSERT INTO api_operation (tenant_id, key, fingerprint, state, status, result_id, created_at) \
             SELECT tenant_id, 'other', fingerprint, state, status, result_id, created_at FROM api_operation \
             WHERE key = 's'",
            "INSERT INTO api_operation (tenant_id, key, fingerprint, state, status, result_id, created_at) \
             SELECT 'web_2:live', key, fingerprint, state, status, result_id, created_at FROM api_operation \
             WHERE key = 's'",
        ],
    ),
    (
        "more was taken back of a transaction than it moved",
        &[
            "UPDATE txn SET amount = 211 WHERE op_key = 'key:r'",
            "UPDATE txn SET amount = -601 WHERE op_key = 'key:z'",
            "UPDATE txn SET reverses_txn_id = (SELECT t.id FROM txn t WHERE t.op_key = 'key:s') WHERE op_key = 'key:r'",
        ],
    ),
    (
        "a reversal takes back nothing, or what cannot be taken back so",
        &[
            "UPDATE txn SET reverses_txn_id = NULL WHERE op_key = 'key:r'",
            "UPDATE txn SET reverses_txn_id = NULL WHERE op_key = 'key:z'",
            "UPDATE txn SET reverses_txn_id = 1 WHERE op_key = 'key:z'",
            "UPDATE txn SET reverses_txn_id = (SELECT t.id FROM txn t WHERE t.op_key = 'key:g') WHERE op_key = 'key:r'",
            "UPDATE txn SET reverses_txn_id = (SELECT t.id FROM txn t WHERE t.op_key = 'key:s') WHERE op_key = 'key:z'",
            "UPDATE txn SET kind = 'grant' WHERE op_key = 'key:r'",
            "UPDATE txn SET amount = -40 WHERE op_key = 'key:r'",
            "UPDATE txn SET book_id = book_id + 1 WHERE op_key = 'key:r'",
        ],
    ),
    (
        "an entry left less than nothing",
        &["UPDATE entry SET balance_after = -1 WHERE balance_after = 70"],
    ),
    (
        "more is owed than may be",
        &[
            "UPDATE account SET overdraft_limit = 6 WHERE overdraft_limit = 50",
            "UPDATE account SET posted = 51 WHERE kind = 'debt'",
        ],
    ),
    (
        "credits were spent, taken or given back after they had expired",
        &[
            "UPDATE lot SET expires_at = 7 WHERE remaining = 70",
            "UPDATE lot SET expires_at = 7 WHERE amount = 600",
        ],
    ),
    (
        "a customer's row shows another balance than the wallet",
        &[
            "UPDATE customers SET credits = 71 WHERE credits = 70",
            "UPDATE customers SET credits = 0 WHERE credits < 0",
        ],
    ),
    (
        "a customer who was merged has a wallet that is in use, or one who was not has one that is not",
        &[
            "UPDATE account SET status = 1 WHERE posted = 70",
            "UPDATE customers SET merged_into = 'cus_1' WHERE credits = 70",
        ],
    ),
    (
        "a user's row shows another balance than the wallet",
        &["UPDATE users SET credits = 1 WHERE id = 'usr_2'"],
    ),
    (
        "one cause has made two transactions of its kind",
        &["UPDATE txn SET cause_kind = 'refund', cause_ref = 're_1' WHERE kind = 'grant'"],
    ),
    (
        "one source has made two lots of a wallet",
        &["UPDATE lot SET account_id = 1, source_ref = 'one'"],
    ),
    (
        "credits expired before their time",
        &["UPDATE txn SET kind = 'expiry' WHERE op_key = 'key:s'"],
    ),
    (
        "a grant or an expiry has no event",
        &[
            "DELETE FROM outbox WHERE n = 1",
            "UPDATE outbox SET txn_id = NULL WHERE n = 1",
        ],
    ),
    (
        "an event tells of a transaction that is not there",
        &["UPDATE outbox SET txn_id = 1"],
    ),
    (
        "a wallet's events are not as many as it has counted",
        &[
            "DELETE FROM outbox WHERE n = 1",
            "UPDATE account SET event_count = 9 WHERE posted = 70",
            "UPDATE outbox SET n = 9 WHERE n = 1",
        ],
    ),
];

/// Damage that only the operator's run finds: it is in no book, or in another one than the rows that it is about.
const OF_NO_BOOK: &[&str] = &[
    "INSERT INTO entry (txn_id, leg, account_id, amount) VALUES (1, 0, 1, 5)",
    "UPDATE txn SET book_id = book_id + 1 WHERE op_key = 'key:s'",
    "INSERT INTO wallet_transfer VALUES (1, 2, 'mrg_1', 1, 2, 0, FALSE)",
    "INSERT INTO lot_transfer VALUES (1, 2, 3, 4)",
    "INSERT INTO api_operation (tenant_id, key, fingerprint, state, status, result_id, created_at) \
             SELECT 'web_2:live', key, fingerprint, state, status, result_id, created_at FROM api_operation \
             WHERE key = 's'",
    "UPDATE txn SET book_id = book_id + 1 WHERE op_key = 'key:r'",
    "UPDATE users SET credits = 1 WHERE id = 'usr_2'",
    "UPDATE lot SET account_id = 1, source_ref = 'one'",
];

/// The tables that forbid wrong rows.
const GUARDED: &[&str] = &[
    "account",
    "txn",
    "entry",
    "lot",
    "lot_move",
    "api_operation",
    "hold",
    "hold_lot",
    "hold_event",
];

async fn run(db: &mut Connection<'_>, statement: String) -> u64 {
    on_engine!(db, |c| sqlx::query(AssertSqlSafe(statement))
        .execute(c)
        .await
        .unwrap()
        .rows_affected())
}

/// Puts copies without checks, keys and indexes in the place of the guarded tables.
async fn unguard(db: &mut Connection<'_>) {
    for table in GUARDED {
        for statement in [
            format!("CREATE TABLE unguarded AS SELECT * FROM {table}"),
            format!("DROP TABLE {table}"),
            format!("ALTER TABLE unguarded RENAME TO {table}"),
        ] {
            run(db, statement).await;
        }
    }
}

/// Whether a check says something of one book.
async fn is_said_of(db: &mut Connection<'_>, what: &str, book_id: i64) -> bool {
    let check = checks::all().find(|check| check.what == what).unwrap();
    let found = checks::run(db, check, Some(book_id)).await.unwrap();
    !found.is_empty()
}

/// What the checks say of the books as this transaction sees them.
async fn said(db: &mut Connection<'_>) -> BTreeSet<&'static str> {
    let mut said = BTreeSet::new();
    for check in checks::all() {
        if !checks::run(db, check, None).await.unwrap().is_empty() {
            said.insert(check.what);
        }
    }
    said
}

on_both! {
    /// Every check fires on damage of its own, and none on sound books (L12).
    async fn every_check_finds_its_damage(world: World) {
        world.grant("g", "ada", 100, None).await.unwrap();
        world.spend("s", "ada", 30).await.unwrap();
        world.grant("x", "bob", 3, None).await.unwrap();
        world.sql("UPDATE account SET overdraft_limit = 50 WHERE posted = 3").await;
        assert_eq!(status(&world.spend("d", "bob", 10).await), 200);
        // Of a hold of 7 are 3 captured and 4 still set aside; a hold of 2 is given up.
        world.grant("y", "cyd", 50, None).await.unwrap();
        let partly = world.hold("h", "cyd", 7, QUARTER).await;
        world.capture("c", &hold_of(&partly), Some(3), false).await.unwrap();
        let voided = world.hold("v", "cyd", 2, QUARTER).await;
        world.void("w", &hold_of(&voided)).await.unwrap();
        // Of a spend of 210 come 40 back, and what is left of its grant is taken back.
        let granted = txn_of(&world.grant("e", "eve", 600, None).await);
        let spent = txn_of(&world.spend("f", "eve", 210).await);
        world.reverse("r", &spent, Some(40)).await.unwrap();
        world.void_grant("z", &granted).await.unwrap();
        world.assert_sound(&world.findings().await);

        let book_id = world.count("SELECT MIN(id) FROM book").await;
        let mut unguarded = world.app.database.begin().await.unwrap();
        unguard(&mut unguarded.connection()).await;
        assert_eq!(said(&mut unguarded.connection()).await, BTreeSet::new());
        unguarded.rollback().await.unwrap();
        let mut missed = Vec::new();
        for (what, damages) in DAMAGES {
            for damage in *damages {
                let mut transaction = world.app.database.begin().await.unwrap();
                let mut db = transaction.connection();
                unguard(&mut db).await;
                for statement in damage.split("; ") {
                    assert!(run(&mut db, statement.to_owned()).await >= 1, "{damage}");
                }
                if !said(&mut db).await.contains(what) {
                    missed.push((what, damage));
                }
                // Whoever may look at one book finds what is in it.
                let is_found = is_said_of(&mut db, what, book_id).await;
                if is_found == OF_NO_BOOK.contains(damage) {
                    missed.push((&"of one book", damage));
                }
                transaction.rollback().await.unwrap();
            }
        }
        assert!(missed.is_empty(), "damage that no check found: {missed:?}");
        let checked: BTreeSet<_> = checks::all().map(|check| check.what).collect();
        let damaged: BTreeSet<_> = DAMAGES.iter().map(|(what, _)| *what).collect();
        assert_eq!(checked, damaged, "a check without damage, or damage without a check");
        world.assert_sound(&world.findings().await);
    }
}

on_both! {
    /// The whole verification names the invariant and the rows.
    async fn the_verification_names_the_rows(world: World) {
        world.grant("g", "ada", 100, None).await.unwrap();
        world.sql("UPDATE customers SET credits = 71").await;
        let findings = world.findings().await;
        let id = world.customer_id("ada").await;
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert_eq!((findings[0].invariant, &findings[0].rows), (11, &vec![id]));
    }
}
