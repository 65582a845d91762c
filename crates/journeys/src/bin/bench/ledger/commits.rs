//! What the engine does at most, over the driver that the product uses: commits that change one row each.

use std::time::Duration;

use foundation::Database;
use foundation::testing::{postgres_schema, sqlite_url};
use futures_util::future::join_all;
use journeys::world::Engine;
use tempfile::TempDir;

use super::store;
use crate::figures::median;
use crate::load::now;

/// How long one turn lasts.
const TURN: Duration = Duration::from_secs(1);
const TURNS: usize = 3;
const ROWS: i64 = 10_000;

/// Commits a second, and updates a second of 64 in each commit.
pub(super) struct Commits {
    /// One update a commit, each client a row of its own.
    pub(super) spread: f64,
    /// One update a commit, all of the same row.
    pub(super) same_row: f64,
    /// Sixty-four updates a commit, by one client.
    pub(super) together: f64,
}

/// How many connections one pool of the product has at most.
const POOL: usize = 16;

/// Measures with so many clients at a time, each with a connection of its own where the engine has several writers.
pub(super) async fn measure(engine: Engine, clients: usize) -> Commits {
    let folder = TempDir::new().expect("a folder");
    let url = match engine {
        Engine::Sqlite => sqlite_url(&folder.path().join("bare.db")),
        Engine::Postgres => postgres_schema().await,
    };
    let pools = match engine {
        Engine::Sqlite => 1,
        Engine::Postgres => clients.div_ceil(POOL),
    };
    let mut databases = Vec::new();
    for _pool in 0..pools {
        databases.push(Database::open(&url).await.expect("the database"));
    }
    store::make(databases.first().expect("a pool"), ROWS).await;
    // On SQLite whoever writes at a time shares a commit: only one alone commits each update by itself.
    let clients = match engine {
        Engine::Sqlite => 1,
        Engine::Postgres => clients,
    };
    let found = Commits {
        spread: several(&databases, clients, (1, ROWS)).await,
        same_row: several(&databases, clients, (1, 1)).await,
        together: several(&databases, 1, (64, ROWS)).await,
    };
    for database in databases {
        database.close().await;
    }
    found
}

/// The median of some turns: updates a second, so many in a commit, of so many rows.
async fn several(databases: &[Database], clients: usize, shape: (i64, i64)) -> f64 {
    let mut rates = Vec::new();
    for _turn in 0..TURNS {
        let started = now();
        let all = (0..clients).zip(databases.iter().cycle());
        let running = all.map(|(client, database)| commit(database, client, shape));
        let done: i64 = join_all(running).await.into_iter().sum();
        rates.push(done as f64 / started.elapsed().as_secs_f64());
    }
    median(rates)
}

/// Commits until the turn is over; gives how many updates were.
async fn commit(database: &Database, client: usize, (updates, rows): (i64, i64)) -> i64 {
    const STEP: i64 = 7_919;
    let started = now();
    let mut next = i64::try_from(client).expect("few") * STEP;
    let mut done = 0;
    while started.elapsed() < TURN {
        let Ok(mut transaction) = database.begin().await else {
            continue;
        };
        for _update in 0..updates {
            store::add_one(&mut transaction, next.rem_euclid(rows)).await;
            next += STEP;
        }
        transaction.commit().await.expect("a commit");
        done += updates;
    }
    done
}
