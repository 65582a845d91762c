//! Maximum speed of the engine with the product's driver: commits that change one row each.

use std::time::Duration;

use foundation::Database;
use foundation::testing::{TestEngine, postgres_schema, sqlite_url};
use futures_util::future::join_all;
use tempfile::TempDir;

use super::store;
use crate::figures::median;
use crate::load::now;

/// Duration of one turn.
const TURN: Duration = Duration::from_secs(1);
const TURNS: usize = 3;
const ROWS: i64 = 10_000;

/// Commits per second, and updates per second with 64 in each commit.
pub(crate) struct Commits {
    /// One update per commit, each client with rows of its own.
    pub(crate) spread: f64,
    /// One update per commit, all of the same row.
    pub(crate) same_row: f64,
    /// Sixty-four updates per commit, by one client.
    pub(crate) together: f64,
}

/// Maximum number of connections of one pool of the product.
const POOL: usize = 16;

/// Measures with this many concurrent clients, each with its own connection if the engine has several writers.
pub(crate) async fn measure(engine: TestEngine, clients: usize) -> Commits {
    let folder = TempDir::new().expect("a folder");
    let url = match engine {
        TestEngine::Sqlite => sqlite_url(&folder.path().join("bare.db")),
        TestEngine::Postgres => postgres_schema().await,
    };
    let pools = match engine {
        TestEngine::Sqlite => 1,
        TestEngine::Postgres => clients.div_ceil(POOL),
    };
    let mut databases = Vec::new();
    for _pool in 0..pools {
        databases.push(Database::open(&url).await.expect("the database"));
    }
    store::make(databases.first().expect("a pool"), ROWS).await;
    // On SQLite concurrent writers share a commit: only a single client commits each update alone.
    let clients = match engine {
        TestEngine::Sqlite => 1,
        TestEngine::Postgres => clients,
    };
    let found = Commits {
        spread: several(&databases, clients, CommitShape::new(1, ROWS)).await,
        same_row: several(&databases, clients, CommitShape::new(1, 1)).await,
        together: several(&databases, 1, CommitShape::new(64, ROWS)).await,
    };
    for database in databases {
        database.close().await;
    }
    found
}

/// Updates of one commit, and the rows among which they choose.
#[derive(Clone, Copy)]
struct CommitShape {
    updates: i64,
    rows: i64,
}

impl CommitShape {
    const fn new(updates: i64, rows: i64) -> Self {
        Self { updates, rows }
    }
}

/// Returns the median of the updates per second, with commits of one shape.
async fn several(databases: &[Database], clients: usize, shape: CommitShape) -> f64 {
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

/// Commits until the turn ends. Returns the number of updates.
async fn commit(database: &Database, client: usize, shape: CommitShape) -> i64 {
    const STEP: i64 = 7_919;
    let started = now();
    let mut next = i64::try_from(client).expect("few") * STEP;
    let mut done = 0;
    while started.elapsed() < TURN {
        let Ok(mut transaction) = database.begin().await else {
            continue;
        };
        for _update in 0..shape.updates {
            store::add_one(&mut transaction, next.rem_euclid(shape.rows)).await;
            next += STEP;
        }
        transaction.commit().await.expect("a commit");
        done += shape.updates;
    }
    done
}
