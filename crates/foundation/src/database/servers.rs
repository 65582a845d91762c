//! The servers that have a PostgreSQL database open, and what the others of them may have committed.
//!
//! Each connection that may write holds an advisory lock, shared, under a number of its server's own, from its first moment to
//! its end: who looks at the locks of the schema sees whether there is anybody else, and PostgreSQL forgets whoever is gone.

use std::time::Duration;

use sqlx::{AssertSqlSafe, Executor as _, PgConnection};

use super::engine::Database;
use super::failure::Failed;
use crate::failure::Failure;
use crate::random::Random;

/// How long a look at what other servers have committed holds: what is remembered is behind them by so much at most.
pub const OTHERS_SEEN_FOR: Duration = Duration::from_millis(50);

// Locks with two keys have the object sub-id 2; PostgreSQL shows the keys as object ids. Whoever does not find even its own,
// because something between has lost it, cannot know that it is alone.
const LOOK: &str = "\
    SELECT pg_current_snapshot()::TEXT AS mark, COALESCE(bool_or(objid <> $1::OID), TRUE) AS are_others FROM pg_locks \
    WHERE locktype = 'advisory' AND objsubid = 2 AND classid = hashtext(current_schema())::OID \
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";

/// One of the servers of a database.
#[derive(Clone, Copy, Debug)]
pub struct Server {
    own: i32,
}

/// What was seen at a database.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(crate) struct Look {
    /// What a statement would see.
    pub(crate) mark: String,
    /// Whether another server has it open, or may have.
    pub(crate) are_others: bool,
}

impl Server {
    /// A server more, under a number that it shares with nobody.
    pub(super) fn join() -> Result<Self, Failure> {
        let own = i32::from_be_bytes(Random::system().bytes()?);
        Ok(Self { own })
    }

    /// Signs a connection as one of this server's, by a message without a prepared statement. A pooler leaves the lock to a
    /// session that others use as well: for as long as that lasts, servers without a pooler see that they are not alone.
    pub(super) async fn sign(self, connection: &mut PgConnection) -> Result<(), sqlx::Error> {
        let sign = format!(
            "SELECT pg_advisory_lock_shared(hashtext(current_schema()), CAST('{}' AS INTEGER))",
            self.own
        );
        connection.execute(AssertSqlSafe(sign)).await.map(drop)
    }
}

/// Looks at a PostgreSQL database; nothing on SQLite, which has one server.
pub(crate) async fn look(database: &Database) -> Result<Option<Look>, Failure> {
    let Database::Postgres { pool, server, .. } = database else {
        return Ok(None);
    };
    let mut reader = database.reader().await?;
    let look: Result<Look, sqlx::Error> = crate::on_engine!(&mut reader.connection(), |c| {
        sqlx::query_as(LOOK).bind(server.own).fetch_one(c).await
    });
    let mut look = look.failed("looking who else has the database open")?;
    // Sessions of a pooler come and go, and their locks with them: nothing shows that this server is alone.
    look.are_others |= pool.has_pooler();
    Ok(Some(look))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::ConnectionSettings;
    use crate::testing::TestDatabase;

    static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("./tests/migrations");

    async fn is_alone(database: &Database) -> bool {
        !look(database).await.unwrap().unwrap().are_others
    }

    #[tokio::test]
    async fn a_server_behind_a_pooler_never_takes_itself_for_alone() {
        let world = TestDatabase::postgres(&MIGRATIONS).await;
        let direct = world.database();
        assert!(is_alone(&direct).await, "the control");
        let settings = ConnectionSettings {
            has_pooler: true,
            ..ConnectionSettings::default()
        };
        let pooled = Database::open_with(world.url(), settings).await.unwrap();
        assert!(!is_alone(&direct).await, "it sees the other");
        direct.close().await;
        assert!(!is_alone(&pooled).await);
    }
}
