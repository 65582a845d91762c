//! The ranking of a large website's customers by spendable credits, and filters on some of them.

use std::collections::BTreeSet;

use foundation::{Connection, Failure};

use super::pages::{BOOKED, ListQuery, add_filters, filter_by_names, from_website, with_credits};
use super::query_text::QueryText;
use crate::customers::filter::CustomerPosition;

/// Maximum number of customers in a ranking; those with the fewest credits are left out.
const MAX_RANKED: i64 = 1_000_000;
/// Number of customers in one query, constant so that one text serves all.
const BATCH_SIZE: usize = 200;

/// Returns a website's customers, those with the most spendable credits first.
pub(in crate::customers) async fn ranking(
    db: &mut Connection<'_>,
    query: ListQuery<'_>,
) -> Result<Vec<CustomerPosition>, Failure> {
    all_in_order(query).positions(db).await
}

fn all_in_order(query: ListQuery<'_>) -> QueryText {
    let mut all = QueryText::default();
    all.push_sql("SELECT c.id, c.created_at, CAST(NULL AS BYTEA) AS listed_as, COALESCE(")
        .push_sql(BOOKED)
        .push_sql(", 0) AS available FROM (SELECT id, created_at");
    from_website(&mut all, query);
    all.push_sql(") AS c LEFT JOIN account a ON a.book_id = ")
        .bind(query.terms.book_id)
        .push_sql(
            " AND a.kind = 'wallet' AND a.owner_kind = 'customer' AND a.owner_id = c.id \
             LEFT JOIN account d ON d.id = a.debt_account_id \
             ORDER BY available DESC, c.id DESC LIMIT ",
        )
        .bind(MAX_RANKED);
    all
}

/// Returns the ids of the matching ones among some customers.
pub(in crate::customers) async fn matching_among(
    db: &mut Connection<'_>,
    query: ListQuery<'_>,
    ids: &[&str],
) -> Result<BTreeSet<String>, Failure> {
    let positions = among(query, ids).positions(db).await?;
    Ok(positions.into_iter().map(|position| position.id).collect())
}

fn among(query: ListQuery<'_>, ids: &[&str]) -> QueryText {
    let mut all = QueryText::default();
    all.push_sql("SELECT c.id, c.created_at, c.listed_as, c.available FROM (");
    with_credits(&mut all, query);
    all.push_sql("SELECT * FROM customers WHERE id IN (");
    let last = ids.last().copied().unwrap_or_default();
    let filled = ids.iter().copied().chain(std::iter::repeat(last));
    for (n, id) in filled.take(BATCH_SIZE.max(ids.len())).enumerate() {
        all.push_sql(if n > 0 { ", " } else { "" }).bind(id);
    }
    all.push_sql(") AND merged_into IS NULL) AS c) AS c WHERE TRUE");
    add_filters(&mut all, query);
    filter_by_names(&mut all, query);
    all
}

/// Returns the queries, for the test of the query plans.
#[cfg(test)]
pub(super) fn texts(query: ListQuery<'_>) -> [String; 2] {
    [all_in_order(query).text(), among(query, &["cus_1"]).text()]
}
