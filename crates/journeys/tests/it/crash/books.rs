//! A look at the rows, and the question whether each operation is there once, whole or not at all.

use std::collections::{BTreeMap, BTreeSet};

use foundation::Database;

use super::journal::{Journal, Sent};

/// What stands in the database.
#[derive(Debug)]
pub(crate) struct Books {
    /// Keys with their status.
    kept: BTreeMap<String, i64>,
    /// Keys of transactions that callers asked for.
    booked: BTreeSet<String>,
    /// What each customer's transactions come to, as their accounts say.
    pub(crate) sums: BTreeMap<String, i64>,
}

impl Books {
    /// Looks, and asks every invariant.
    pub(crate) async fn look(url: &str) -> Self {
        let database = Database::open(url).await.unwrap();
        let findings = product_api::verify(&database).await.unwrap();
        assert!(findings.is_empty(), "{findings:?}");
        let books = Self::read(&database).await;
        database.close().await;
        books
    }

    async fn read(database: &Database) -> Self {
        let mut reader = database.reader().await.unwrap();
        let kept: Vec<(String, i64)> = foundation::on_engine!(&mut reader.connection(), |c| {
            sqlx::query_as("SELECT key, CAST(status AS BIGINT) FROM api_operation")
                .fetch_all(c)
                .await
                .unwrap()
        });
        let booked: Vec<(String,)> = foundation::on_engine!(&mut reader.connection(), |c| {
            sqlx::query_as("SELECT SUBSTR(op_key, 5) FROM txn WHERE op_key LIKE 'key:%'")
                .fetch_all(c)
                .await
                .unwrap()
        });
        let sums: Vec<(String, i64)> = foundation::on_engine!(&mut reader.connection(), |c| {
            let statement = "SELECT a.owner_id, a.posted - COALESCE(d.posted, 0) FROM account a \
                 LEFT JOIN account d ON d.id = a.debt_account_id WHERE a.kind = 'wallet'";
            sqlx::query_as(statement).fetch_all(c).await.unwrap()
        });
        let count = booked.len();
        let booked: BTreeSet<String> = booked.into_iter().map(|(key,)| key).collect();
        assert_eq!(booked.len(), count, "a key was booked twice");
        Self {
            kept: kept.into_iter().collect(),
            booked,
            sums: sums.into_iter().collect(),
        }
    }

    /// Everything that was acknowledged is there once; what was not is there as a whole, or not at all.
    pub(crate) fn assert_whole(&self, journal: &Journal) {
        let booked = &self.booked;
        let (acknowledged, otherwise) = journal.known();
        for key in &acknowledged {
            assert!(
                booked.contains(key) && self.kept.contains_key(key),
                "{key} was acknowledged and is lost"
            );
        }
        for key in &otherwise {
            assert!(
                !booked.contains(key) && self.kept.contains_key(key),
                "{key} was answered without a transaction"
            );
        }
        let sent = journal.keys();
        for key in &self.booked {
            assert!(sent.contains(key), "{key} was never asked for");
            assert_eq!(
                self.kept.get(key),
                Some(&200),
                "{key} was booked without its answer"
            );
        }
        for sent in journal.all() {
            self.assert_one_whole(&sent);
        }
    }

    fn assert_one_whole(&self, sent: &Sent) {
        let is_booked = |key: &&String| self.booked.contains(*key);
        let is_kept = |key: &&String| self.kept.contains_key(*key);
        if sent.body["atomic"] == true {
            let there = sent.items.iter().filter(is_booked).count();
            assert!(
                [0, sent.items.len()].contains(&there),
                "{there} items of a whole batch are there: {sent:?}"
            );
        }
        let books = !["/v1/holds", "/void"]
            .iter()
            .any(|end| sent.path.ends_with(end));
        for key in sent.keys().filter(is_kept).filter(|_| books) {
            assert_eq!(
                self.kept[key] == 200,
                is_booked(&key),
                "{key} has an answer without its transaction: {sent:?}"
            );
        }
    }
}
