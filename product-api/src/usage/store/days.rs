//! Rolled-up usage by book or wallet, day and feature.

use foundation::database::{SqlResultExt, padded, padded_arms, union};
use foundation::{Connection, Failure, on_engine};
use sqlx::AssertSqlSafe;

use super::whole::whole;
use crate::usage::usage::{Day, Grouping, Period, Sums, Totals, UsageKey, add};

/// The owner of usage: determines a table and its owner column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::usage) enum UsageOwner {
    Book,
    Wallet,
}

macro_rules! added {
    ($table:literal, $owner:literal) => {
        (
            concat!(
                "INSERT INTO ",
                $table,
                " (",
                $owner,
                ", day, feature_id, spent, reversed, spends, quantity)"
            ),
            concat!(
                " ON CONFLICT (",
                $owner,
                ", day, feature_id) DO UPDATE SET",
                " spent = CASE WHEN ",
                $table,
                ".spent > 9007199254740991 - excluded.spent THEN 9007199254740991",
                " ELSE ",
                $table,
                ".spent + excluded.spent END,",
                " reversed = CASE WHEN ",
                $table,
                ".reversed > 9007199254740991 - excluded.reversed THEN 9007199254740991",
                " ELSE ",
                $table,
                ".reversed + excluded.reversed END,",
                " quantity = CASE WHEN ",
                $table,
                ".quantity > 9007199254740991 - excluded.quantity THEN 9007199254740991",
                " ELSE ",
                $table,
                ".quantity + excluded.quantity END,",
                " spends = ",
                $table,
                ".spends + excluded.spends"
            ),
        )
    };
}

/// Selects the sum of a column as millions and a remainder, so that neither overflows.
macro_rules! sum {
    ($column:literal) => {
        concat!(
            "CAST(SUM(",
            $column,
            " / 1000000) AS BIGINT) AS ",
            $column,
            "_millions, CAST(SUM(",
            $column,
            " % 1000000) AS BIGINT) AS ",
            $column,
            ", "
        )
    };
}

macro_rules! read {
    ($table:literal, $owner:literal) => {
        (
            "SELECT * FROM (",
            concat!(
                "SELECT * FROM (SELECT CASE WHEN $3 THEN day ELSE 0 END AS day, \
                    CASE WHEN $4 THEN feature_id ELSE 0 END AS feature_id, ",
                sum!("spent"),
                sum!("reversed"),
                sum!("quantity"),
                "CAST(SUM(spends) AS BIGINT) AS spends FROM ",
                $table,
                " WHERE ",
                $owner,
                " = {} AND day >= $1 AND day <= $2 GROUP BY 1, 2) AS one"
            ),
            ") AS found",
        )
    };
}

const ADD_TO_BOOKS: (&str, &str) = added!("usage_of_book", "book_id");
const ADD_TO_WALLETS: (&str, &str) = added!("usage_of_wallet", "account_id");
const READ_BOOKS: (&str, &str, &str) = read!("usage_of_book", "book_id");
const READ_WALLETS: (&str, &str, &str) = read!("usage_of_wallet", "account_id");

const CODES: (&str, &str, &str) = (
    "SELECT * FROM (",
    "SELECT id, code FROM feature WHERE id = {}",
    ") AS named",
);

#[derive(sqlx::FromRow)]
struct Row {
    day: i64,
    feature_id: i64,
    spent_millions: i64,
    spent: i64,
    reversed_millions: i64,
    reversed: i64,
    quantity_millions: i64,
    quantity: i64,
    spends: i64,
}

impl Row {
    fn sums(&self) -> Sums {
        let sums = Sums {
            spent: whole(self.spent_millions, self.spent),
            reversed: whole(self.reversed_millions, self.reversed),
            spends: self.spends,
            quantity: whole(self.quantity_millions, self.quantity),
        };
        sums.and(Sums::default())
    }
}

/// Adds to the rolled-up usage; every transaction adds in the same order, so that they do not deadlock.
pub(in crate::usage) async fn add_all(
    db: &mut Connection<'_>,
    whose: UsageOwner,
    totals: &Totals,
) -> Result<(), Failure> {
    let (into, unless) = match whose {
        UsageOwner::Book => ADD_TO_BOOKS,
        UsageOwner::Wallet => ADD_TO_WALLETS,
    };
    let rows: Vec<_> = totals.iter().collect();
    for portion in padded(&rows, 7) {
        let text = portion.insert(db, into, unless);
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for ((key, sums), there) in portion.rows() {
                query = query
                    .bind(there.some(key.owner))
                    .bind(key.day.0)
                    .bind(key.feature_id)
                    .bind(sums.spent)
                    .bind(sums.reversed)
                    .bind(sums.spends)
                    .bind(sums.quantity);
            }
            query.execute(c).await.map(drop)
        })
        .failed("rolling up usage")?;
    }
    Ok(())
}

/// Returns the rolled-up usage of some books or wallets together; day and feature are 0 if they are combined.
pub(in crate::usage) async fn read(
    db: &mut Connection<'_>,
    whose: UsageOwner,
    owners: &[i64],
    period: Period,
    by: Grouping,
) -> Result<Totals, Failure> {
    let text = match whose {
        UsageOwner::Book => READ_BOOKS,
        UsageOwner::Wallet => READ_WALLETS,
    };
    let mut totals = Totals::new();
    for portion in padded_arms(owners, 1) {
        let text = union(text, 5, portion.count());
        let rows: Vec<Row> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text))
                .bind(period.from.0)
                .bind(period.to.0)
                .bind(by.day)
                .bind(by.feature);
            for (owner, there) in portion.rows() {
                query = query.bind(there.some(*owner));
            }
            query.fetch_all(c).await
        })
        .failed("reading usage")?;
        for row in rows {
            let key = UsageKey {
                owner: 0,
                day: Day(row.day),
                feature_id: row.feature_id,
            };
            add(&mut totals, key, row.sums());
        }
    }
    Ok(totals)
}

/// Returns the codes of features, by their keys.
pub(in crate::usage) async fn codes(
    db: &mut Connection<'_>,
    features: &[i64],
) -> Result<Vec<(i64, String)>, Failure> {
    let mut all = Vec::new();
    for portion in padded_arms(features, 1) {
        let text = union(CODES, 1, portion.count());
        let rows: Vec<(i64, String)> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for (feature, there) in portion.rows() {
                query = query.bind(there.some(*feature));
            }
            query.fetch_all(c).await
        })
        .failed("reading the codes of features")?;
        all.extend(rows);
    }
    Ok(all)
}

/// Returns the statements assembled here, for the test of the query plans.
#[cfg(test)]
pub(crate) fn texts() -> Vec<String> {
    [READ_BOOKS, READ_WALLETS]
        .map(|text| union(text, 5, 2))
        .into_iter()
        .chain([union(CODES, 1, 2)])
        .collect()
}
