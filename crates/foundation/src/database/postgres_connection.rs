//! Connection to PostgreSQL whose statements are prepared by name, or without one behind a pooler.

use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use sqlx::error::BoxDynError;
use sqlx::postgres::{
    PgArguments, PgConnection, PgQueryResult, PgRow, PgStatement, PgTypeInfo, Postgres,
};
use sqlx::{Describe, Either, Execute, Executor, SqlStr};

/// A connection to PostgreSQL that prepares statements by name only if no pooler is in front of the server.
///
/// A named statement belongs to a session, and a pooler may give each transaction another session: there the name is
/// unknown, or another client's. Statements without a name live in the transaction that they run in.
#[derive(Debug)]
pub struct PostgresConnection<'a> {
    connection: &'a mut PgConnection,
    has_pooler: bool,
}

impl<'a> PostgresConnection<'a> {
    pub(super) fn new(connection: &'a mut PgConnection, has_pooler: bool) -> Self {
        Self {
            connection,
            has_pooler,
        }
    }

    fn statement<E>(&self, query: E) -> Statement<E> {
        Statement {
            query,
            is_named: !self.has_pooler,
        }
    }
}

/// A statement that is prepared by name, or without one.
struct Statement<E> {
    query: E,
    is_named: bool,
}

impl<'q, E: Execute<'q, Postgres>> Execute<'q, Postgres> for Statement<E> {
    fn sql(self) -> SqlStr {
        self.query.sql()
    }

    fn statement(&self) -> Option<&PgStatement> {
        self.query.statement()
    }

    fn take_arguments(&mut self) -> Result<Option<PgArguments>, BoxDynError> {
        self.query.take_arguments()
    }

    fn persistent(&self) -> bool {
        self.is_named && self.query.persistent()
    }
}

impl<'c> Executor<'c> for &'c mut PostgresConnection<'_> {
    type Database = Postgres;

    fn fetch_many<'e, 'q: 'e, E>(
        self,
        query: E,
    ) -> BoxStream<'e, Result<Either<PgQueryResult, PgRow>, sqlx::Error>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let statement = self.statement(query);
        let connection = &mut *self.connection;
        connection.fetch_many(statement)
    }

    fn fetch_optional<'e, 'q: 'e, E>(
        self,
        query: E,
    ) -> BoxFuture<'e, Result<Option<PgRow>, sqlx::Error>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let statement = self.statement(query);
        let connection = &mut *self.connection;
        connection.fetch_optional(statement)
    }

    fn prepare_with<'e>(
        self,
        sql: SqlStr,
        parameters: &'e [PgTypeInfo],
    ) -> BoxFuture<'e, Result<PgStatement, sqlx::Error>>
    where
        'c: 'e,
    {
        let connection = &mut *self.connection;
        connection.prepare_with(sql, parameters)
    }

    fn describe<'e>(self, sql: SqlStr) -> BoxFuture<'e, Result<Describe<Postgres>, sqlx::Error>>
    where
        'c: 'e,
    {
        let connection = &mut *self.connection;
        connection.describe(sql)
    }
}
