//! A query assembled at run time: its text and its bound values.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, on_engine};
use sqlx::AssertSqlSafe;

use crate::customers::filter::CustomerPosition;
use foundation::Timestamp;

/// The value of a parameter.
#[derive(Clone, Debug)]
enum QueryValue {
    Text(String),
    Number(i64),
    Bytes(Vec<u8>),
}

impl From<&str> for QueryValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for QueryValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for QueryValue {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<Vec<u8>> for QueryValue {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Bytes(bytes)
    }
}

/// A query of customers; its text consists of constants only.
#[derive(Clone, Debug, Default)]
pub(super) struct QueryText {
    text: String,
    bound: Vec<QueryValue>,
}

#[derive(sqlx::FromRow)]
struct PositionRow {
    id: String,
    created_at: i64,
    listed_as: Option<Vec<u8>>,
    available: i64,
}

impl QueryText {
    /// Appends SQL text.
    pub(super) fn push_sql(&mut self, text: &'static str) -> &mut Self {
        self.text.push_str(text);
        self
    }

    /// Appends a parameter with its value.
    #[expect(private_bounds, reason = "the calls show which types can be bound")]
    pub(super) fn bind(&mut self, value: impl Into<QueryValue>) -> &mut Self {
        self.bound.push(value.into());
        self.text.push('$');
        self.text.push_str(&self.bound.len().to_string());
        self
    }

    /// Returns the text so far.
    #[cfg(test)]
    pub(super) fn text(&self) -> String {
        self.text.clone()
    }

    /// Returns the customers that it finds, each with its position in every order.
    pub(super) async fn positions(
        self,
        db: &mut Connection<'_>,
    ) -> Result<Vec<CustomerPosition>, Failure> {
        let Self { text, bound } = self;
        let rows: Vec<PositionRow> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for value in bound {
                query = match value {
                    QueryValue::Text(text) => query.bind(text),
                    QueryValue::Number(number) => query.bind(number),
                    QueryValue::Bytes(bytes) => query.bind(bytes),
                };
            }
            query.fetch_all(c).await
        })
        .failed("listing customers")?;
        Ok(rows.into_iter().map(CustomerPosition::from).collect())
    }

    /// Returns the two numbers that it counts.
    pub(super) async fn counts(self, db: &mut Connection<'_>) -> Result<(i64, i64), Failure> {
        let Self { text, bound } = self;
        on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for value in bound {
                query = match value {
                    QueryValue::Text(text) => query.bind(text),
                    QueryValue::Number(number) => query.bind(number),
                    QueryValue::Bytes(bytes) => query.bind(bytes),
                };
            }
            query.fetch_one(c).await
        })
        .failed("counting customers")
    }
}

impl From<PositionRow> for CustomerPosition {
    fn from(row: PositionRow) -> Self {
        Self {
            id: row.id,
            created_at: Timestamp::from_micros(row.created_at),
            listed_as: row.listed_as.unwrap_or_default(),
            available: row.available,
        }
    }
}
