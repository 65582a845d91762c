//! Tests of the books on both engines: the rows that operations write, and constraints of the tables.

use std::time::Duration;

use foundation::testing::drop_append_only;

use super::test_ledger::{START, TestLedger, on_both_engines, slug, status};
use crate::credits::queries::transactions::CreditsPageRequest;
use crate::credits::settle_due;

on_both_engines! {
    async fn grant_and_a_spend_as_rows(world: TestLedger) {
        world.grant("g", "ada", 100, None).await.unwrap();
        world.clock.advance(Duration::from_secs(1));
        world.spend("s", "ada", 30).await.unwrap();
        let balance = world.balance("ada").await;
        assert_eq!((balance.posted, balance.held, balance.debt, balance.available), (70, 0, 0, 70));
        assert_eq!(balance.updated_at, START.plus(Duration::from_secs(1)));
        let page = world.page("ada", CreditsPageRequest::default()).await;
        let listed: Vec<_> = page.items.iter().map(|item| &item.transaction)
            .map(|item| (item.kind.as_str(), item.amount, item.balance_after, item.metadata.as_str()))
            .collect();
        assert_eq!(listed, [("spend", -30, 70, "{\"n\":1}"), ("grant", 100, 100, "{}")]);
        assert_eq!(page.next_cursor, None);
        let rows = [
            ("SELECT count(*) FROM entry", 4),
            ("SELECT count(*) FROM lot WHERE remaining = 70 AND amount = 100 AND closed_at IS NULL", 1),
            ("SELECT count(*) FROM lot_move WHERE amount = 30", 1),
            ("SELECT count(*) FROM outbox WHERE type = 'credits.granted'", 1),
            ("SELECT count(*) FROM outbox", 1),
            ("SELECT count(*) FROM account WHERE kind = 'spent' AND posted = 0", 1),
            ("SELECT count(*) FROM customers WHERE credits = 70", 1),
            ("SELECT count(*) FROM txn WHERE actor = 'key_1' AND op_key IN ('key:g', 'key:s')", 2),
        ];
        for (statement, expected) in rows {
            assert_eq!(world.count(statement).await, expected, "{statement}");
        }
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    // row: L16
    /// Reads include an expiry before it is booked, and booking it changes no read (L16, invariant 10).
    async fn expiry_is_read_before_it_is_written(world: TestLedger) {
        world.grant("g1", "ada", 100, Some(world.after(50))).await.unwrap();
        world.grant("g2", "ada", 7, None).await.unwrap();
        world.clock.advance(Duration::from_micros(50_000_000 - 1));
        assert_eq!(world.balance("ada").await.available, 107);
        world.clock.advance(Duration::from_micros(1));
        let read = world.balance("ada").await;
        assert_eq!((read.posted, read.available), (7, 7));
        assert_eq!(world.count("SELECT count(*) FROM txn").await, 2);
        world.clock.advance(Duration::from_secs(1000));
        assert_eq!(status(&world.spend("s", "ada", 8).await), 402);
        assert_eq!(status(&world.spend("s2", "ada", 2).await), 200);
        let due = START.plus(Duration::from_secs(50));
        let page = world.page("ada", CreditsPageRequest::default()).await;
        let expiry = &page.items[1].transaction;
        assert_eq!((expiry.kind.as_str(), expiry.amount), ("expiry", -100));
        assert_eq!(expiry.booked_at, due);
        assert_eq!(world.balance("ada").await.available, 5);
        assert_eq!(world.count("SELECT count(*) FROM outbox WHERE type = 'credits.expired'").await, 1);
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    /// The sweep books due expiries on idle accounts once.
    async fn sweep_books_due_expiries(world: TestLedger) {
        for (index, person) in ["ada", "bob", "cyd"].into_iter().enumerate() {
            let until = (index < 2).then(|| world.after(50));
            world.grant(&format!("g{index}"), person, 10, until).await.unwrap();
        }
        assert_eq!(settle_due(&world.app).await.unwrap(), 0);
        world.clock.advance(Duration::from_mins(1));
        assert_eq!(settle_due(&world.app).await.unwrap(), 2);
        assert_eq!(settle_due(&world.app).await.unwrap(), 0);
        assert_eq!(world.count("SELECT count(*) FROM txn WHERE kind = 'expiry'").await, 2);
        assert_eq!(world.count("SELECT CAST(SUM(credits) AS BIGINT) FROM customers").await, 10);
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    async fn debts_are_rows_of_their_own(world: TestLedger) {
        world.grant("g1", "ada", 10, None).await.unwrap();
        world.sql("UPDATE account SET overdraft_limit = 50 WHERE kind = 'wallet'").await;
        assert_eq!(status(&world.spend("s1", "ada", 61).await), 402);
        assert_eq!(status(&world.spend("s2", "ada", 30).await), 200);
        let owed = world.balance("ada").await;
        assert_eq!((owed.posted, owed.debt, owed.available), (0, 20, 30));
        assert_eq!(world.count("SELECT credits FROM customers").await, -20);
        world.spend("s3", "ada", 5).await.unwrap();
        world.grant("g2", "ada", 15, None).await.unwrap();
        world.grant("g3", "ada", 15, None).await.unwrap();
        let paid = world.balance("ada").await;
        assert_eq!((paid.posted, paid.debt, paid.available), (5, 0, 55));
        let page = world.page("ada", CreditsPageRequest::default()).await;
        let listed: Vec<_> = page.items.iter().map(|item| (item.transaction.amount, item.transaction.balance_after)).collect();
        assert_eq!(listed, [(15, 5), (15, -10), (-5, -25), (-30, -20), (10, 10)]);
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    /// A spend from many lots runs as many statements as one from one lot, and updates each lot correctly.
    async fn spend_over_many_lots(world: TestLedger) {
        for lot in 0..30_u64 {
            world.grant(&format!("g{lot}"), "ada", 3, Some(world.after(1000 + lot))).await.unwrap();
        }
        world.spend("s", "ada", 80).await.unwrap();
        assert_eq!(world.count("SELECT count(*) FROM lot WHERE closed_at IS NULL").await, 4);
        assert_eq!(world.count("SELECT CAST(SUM(remaining) AS BIGINT) FROM lot").await, 10);
        assert_eq!(world.count("SELECT count(*) FROM lot_move").await, 27);
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    async fn pages_hold_every_transaction_once(world: TestLedger) {
        world.grant("g", "ada", 100, None).await.unwrap();
        for spend in 0..6 {
            // Pairs of transactions share a time, so that their number determines the order.
            world.clock.advance(Duration::from_secs(spend % 2));
            world.spend(&format!("s{spend}"), "ada", 1).await.unwrap();
        }
        let (mut seen, mut cursor) = (Vec::new(), None);
        loop {
            let request = CreditsPageRequest { limit: Some(3), cursor };
            let page = world.page("ada", request).await;
            assert!(page.items.len() <= 3);
            seen.extend(page.items.iter().map(|item| item.transaction.balance_after));
            cursor = page.next_cursor;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(seen, [94, 95, 96, 97, 98, 99, 100]);
    }
}

on_both_engines! {
    /// The tables refuse rows that would make a balance wrong, independent of the program (invariants 2, 3, 6, 7).
    async fn tables_refuse_invalid_rows(world: TestLedger) {
        world.grant("g", "ada", 100, None).await.unwrap();
        world.spend("s", "ada", 30).await.unwrap();
        drop_append_only(&world.app.database).await;
        let wrong = [
            "UPDATE account SET posted = -1 WHERE kind = 'wallet'",
            "UPDATE account SET held = posted + 1 WHERE kind = 'wallet'",
            "UPDATE account SET held = -1 WHERE kind = 'wallet'",
            "UPDATE account SET posted = 9007199254740992 WHERE kind = 'wallet'",
            "UPDATE lot SET remaining = -1",
            "UPDATE lot SET remaining = amount + 1",
            "UPDATE lot SET held = remaining + 1",
            "UPDATE lot SET remaining = 0",
            "UPDATE entry SET amount = 0",
            "UPDATE txn SET op_key = 'key:g'",
            "INSERT INTO entry SELECT txn_id, leg + 7, account_id, amount, seq, balance_after FROM entry WHERE seq = 2",
            "INSERT INTO entry SELECT txn_id, leg, account_id, amount, NULL, NULL FROM entry",
            "INSERT INTO api_operation SELECT * FROM api_operation",
            "INSERT INTO book SELECT id + 1, kind, website_id, mode, unit, scale, created_at FROM book",
            "INSERT INTO account (id, book_id, kind, owner_kind, owner_id, created_at) \
             SELECT id + 1, book_id, kind, owner_kind, owner_id, created_at FROM account WHERE kind = 'wallet'",
        ];
        for statement in wrong {
            assert!(world.try_sql(statement).await.is_err(), "{statement}");
        }
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    /// Contradictory rows stop all operations on their account, and on no other account.
    async fn contradicting_account_moves_no_more(world: TestLedger) {
        world.grant("g", "ada", 100, None).await.unwrap();
        world.grant("x", "bob", 100, None).await.unwrap();
        world.sql("UPDATE account SET posted = 99 WHERE kind = 'wallet' AND owner_id = (SELECT id FROM customers WHERE external_id = 'ada')").await;
        let broken = world.spend("s", "ada", 5).await;
        assert_eq!((status(&broken), slug(&broken)), (500, "internal"));
        assert_eq!(status(&world.spend("s2", "bob", 5).await), 200);
        assert_eq!(world.count("SELECT count(*) FROM api_operation WHERE key = 's'").await, 0);
        world.sql("UPDATE account SET posted = 100 WHERE posted = 99").await;
        assert_eq!(status(&world.spend("s", "ada", 5).await), 200);
        world.assert_sound(&world.findings().await);
    }
}
