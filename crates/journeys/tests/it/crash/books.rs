//! Checks of the rows: each operation was done once, completely or not at all.

use std::collections::{BTreeMap, BTreeSet};

use foundation::{Connection, Database};

use super::journal::{SentRequest, sums};

const KEPT: &str = "SELECT key, CAST(status AS BIGINT) FROM api_operation WHERE key LIKE $1";

/// Keys of completed operations: each operation leaves one of these rows.
const DONE: &str = "\
    SELECT SUBSTR(op_key, 5) FROM (SELECT op_key FROM txn UNION ALL SELECT op_key FROM hold \
        UNION ALL SELECT op_key FROM hold_event WHERE kind IN ('voided', 'extended')) AS done \
    WHERE op_key LIKE 'key:%' AND op_key LIKE $1";

const SUMS: &str = "\
    SELECT a.owner_id, a.posted - COALESCE(d.posted, 0) FROM account a \
    LEFT JOIN account d ON d.id = a.debt_account_id WHERE a.kind = 'wallet' AND a.owner_id LIKE $1";

/// Rows of operations whose keys have the same prefix.
#[derive(Debug)]
pub(crate) struct LedgerSnapshot {
    /// Keys with a stored response, and its status.
    stored: BTreeMap<String, i64>,
    /// Keys with a completed operation.
    done: BTreeSet<String>,
    /// Sum of each customer's transactions, according to their accounts.
    sums: BTreeMap<String, i64>,
}

impl LedgerSnapshot {
    /// Checks every invariant of all books, and reads the rows of keys with this prefix, in one snapshot, because
    /// operations of a killed server may still be committed.
    pub(crate) async fn look(url: &str, keys: &str) -> Self {
        let database = Database::open(url).await.unwrap();
        let findings = product_api::verify(&database).await.unwrap();
        assert!(findings.is_empty(), "{findings:?}");
        let mut snapshot = database.snapshot().await.unwrap();
        let mut db = snapshot.connection();
        let stored = pairs(&mut db, KEPT, &format!("{keys}%")).await;
        let done = names(&mut db, DONE, &format!("key:{keys}%")).await;
        let sums = pairs(&mut db, SUMS, "%").await;
        drop(snapshot);
        database.close().await;
        let count = done.len();
        let books = Self {
            stored: stored.into_iter().collect(),
            done: done.into_iter().collect(),
            sums: sums.into_iter().collect(),
        };
        assert_eq!(books.done.len(), count, "a key was done twice: {books:?}");
        books
    }

    /// Checks that acknowledged operations were done once, and others completely or not at all.
    pub(crate) fn assert_whole(&self, sent: &[SentRequest]) {
        let requests: BTreeSet<&String> = sent.iter().flat_map(SentRequest::keys).collect();
        for key in self.stored.keys().chain(&self.done) {
            assert!(requests.contains(key), "{key} was never asked for");
        }
        for key in requests {
            let is_stored = self.stored.get(key) == Some(&200);
            let is_done = self.done.contains(key);
            assert_eq!(is_stored, is_done, "{key} and its response differ");
        }
        for sent in sent {
            for (key, status) in sent.acknowledged() {
                let stored = self.stored.get(key).copied();
                assert_eq!(stored, status, "{key} was acknowledged otherwise: {sent:?}");
            }
            let there = sent.items.iter().filter(|key| self.done.contains(*key));
            let there = there.count();
            assert!(
                !sent.is_bound() || [0, sent.items.len()].contains(&there),
                "{there} items of a whole batch are there: {sent:?}"
            );
        }
    }

    /// Checks that all accounts have the sums of the responses.
    pub(crate) fn assert_sums(&self, sent: &[SentRequest]) {
        let moved = |sums: &BTreeMap<String, i64>| -> BTreeMap<String, i64> {
            let moved = sums.iter().filter(|(_, sum)| **sum != 0);
            moved.map(|(whose, sum)| (whose.clone(), *sum)).collect()
        };
        assert_eq!(moved(&self.sums), moved(&sums(sent)));
    }
}

async fn pairs(db: &mut Connection<'_>, statement: &'static str, like: &str) -> Vec<(String, i64)> {
    foundation::on_engine!(db, |c| sqlx::query_as(statement)
        .bind(like)
        .fetch_all(c)
        .await
        .unwrap())
}

async fn names(db: &mut Connection<'_>, statement: &'static str, like: &str) -> Vec<String> {
    foundation::on_engine!(db, |c| sqlx::query_scalar(statement)
        .bind(like)
        .fetch_all(c)
        .await
        .unwrap())
}
