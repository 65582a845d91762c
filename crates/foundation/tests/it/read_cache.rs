//! Cached look-ups while commits wait until the caches of all replicas have expired.

use foundation::database::SqlResultExt;
use foundation::{
    Background, Clock, Connection, Database, Failure, ReadCache, on_both_engines, on_engine,
};

use crate::database::{MIGRATIONS, insert};

async fn set(database: &Database, amount: i64) {
    let text = "UPDATE things SET amount = $1 WHERE id = 'a'";
    let mut transaction = database.begin().await.unwrap();
    on_engine!(&mut transaction.connection(), |c| {
        sqlx::query(text).bind(amount).execute(c).await.unwrap();
    });
    transaction.commit_and_wait_for_caches().await.unwrap();
}

async fn amount_of(db: &mut Connection<'_>, id: &str) -> Result<Option<i64>, Failure> {
    let text = "SELECT amount FROM things WHERE id = $1";
    on_engine!(db, |c| sqlx::query_scalar(text)
        .bind(id)
        .fetch_optional(c)
        .await)
    .failed("reading a thing")
}

/// A cache of the amounts of things, as a replica has it.
fn cache(database: &Database) -> ReadCache<String, i64> {
    let database = database.clone();
    let read = move |ids: Vec<String>| {
        let database = database.clone();
        async move {
            let mut reader = database.reader().await?;
            let mut amounts = Vec::with_capacity(ids.len());
            for id in ids {
                amounts.push(amount_of(&mut reader.connection(), &id).await?);
            }
            Ok(amounts)
        }
    };
    ReadCache::new(&Clock::system(), &Background::new(), read)
}

on_both_engines!(
    MIGRATIONS,
    async fn commit_that_waits_leaves_no_stale_cache_entry(database: Database) {
        let mut transaction = database.begin().await.unwrap();
        insert(&mut transaction.connection(), "a", 0).await.unwrap();
        transaction.commit().await.unwrap();
        let (one, other) = (cache(&database), cache(&database));
        let id = "a".to_owned();
        for amount in 1..10 {
            let (_cached, _too) = (one.ask(&id).await.unwrap(), other.ask(&id).await.unwrap());
            set(&database, amount).await;
            for replica in [&one, &other] {
                assert_eq!(replica.ask(&id).await.unwrap(), Some(amount));
            }
        }
    }
);
