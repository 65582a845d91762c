//! Number of connections that a PostgreSQL server has for its clients.

use super::engine::Database;
use super::failure::SqlResultExt;
use crate::failure::Failure;

// PostgreSQL has reserved_connections since version 16.
const FOR_CLIENTS: &str = "\
    SELECT CAST(current_setting('max_connections') AS INTEGER) \
        - CAST(current_setting('superuser_reserved_connections') AS INTEGER) \
        - COALESCE(CAST(current_setting('reserved_connections', TRUE) AS INTEGER), 0)";

impl Database {
    /// Returns the number of connections for all clients of the server together, without the reserved ones; `None` for SQLite.
    pub async fn connections_for_clients(&self) -> Result<Option<u32>, Failure> {
        if matches!(self, Self::Sqlite { .. }) {
            return Ok(None);
        }
        let mut reader = self.reader().await?;
        let number: i32 = crate::on_engine!(&mut reader.connection(), |c| {
            sqlx::query_scalar(FOR_CLIENTS).fetch_one(c).await
        })
        .failed("reading the limits of the database server")?;
        Ok(u32::try_from(number).ok())
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::TestDatabase;

    static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("./tests/migrations");

    #[tokio::test]
    async fn postgresql_reports_its_connections_and_sqlite_has_no_limit() {
        let world = TestDatabase::postgres(&MIGRATIONS).await;
        let number = world.database().connections_for_clients().await.unwrap();
        assert!(number.is_some_and(|number| number > 0), "{number:?}");
        let world = TestDatabase::sqlite(&MIGRATIONS).await;
        let number = world.database().connections_for_clients().await.unwrap();
        assert_eq!(number, None);
    }
}
