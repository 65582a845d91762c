//! The customers of a page. Each query reads a bounded number of rows, however many customers there are.

use foundation::{Connection, Failure};

use super::query_text::QueryText;
use crate::caller::SiteScope;
use crate::customers::filter::{CreditState, CustomerFilter, CustomerPosition, Sort};
use crate::customers::listed_customer::BookTerms;
use crate::customers::names::Prefix;

/// Maximum number of customers counted exactly, and sorted in an order without an index.
pub(in crate::customers) const MAX_COUNTED: i64 = 10_000;
/// Maximum number of customers that one query reads in search of matching ones.
const MAX_SCANNED: i64 = 20_000;

const COLUMNS: &str = "SELECT id, created_at, listed_as, subscribed, email_folded, external_folded";

/// The spendable credits of a wallet `a` with the debt `d`, as booked.
pub(super) const BOOKED: &str = "a.posted - a.held + CASE WHEN a.overdraft_limit > COALESCE(d.posted, 0) \
    THEN a.overdraft_limit - COALESCE(d.posted, 0) ELSE 0 END";
const NOTHING: &str = "CAST(0 AS BIGINT)";

/// The customers with a name.
const NAMED: &str = "SELECT id FROM (SELECT id, website_id, mode FROM customers WHERE ";

// From the customers found, the query follows merges to their targets.
const MERGE_TARGETS: &str = ") AS found \
    UNION SELECT m.merged_into FROM f CROSS JOIN customers m WHERE m.id = f.id AND m.merged_into IS NOT NULL) \
    SELECT o.id, o.created_at, o.listed_as, o.subscribed, o.email_folded, o.external_folded \
    FROM f CROSS JOIN customers o WHERE o.id = f.id AND o.merged_into IS NULL";

// A customer `c` also matches by the names of customers merged into it, over any number of merges.
const MERGED_NAMES: &str = " OR EXISTS (\
    WITH RECURSIVE m (id) AS (SELECT id FROM customers WHERE merged_into = c.id \
        UNION SELECT n.id FROM m CROSS JOIN customers n WHERE n.merged_into = m.id) \
    SELECT 1 FROM m CROSS JOIN customers n WHERE n.id = m.id AND (";

/// The website, the filter and order, and the terms of a query.
#[derive(Clone, Copy, Debug)]
pub(in crate::customers) struct ListQuery<'a> {
    pub(in crate::customers) scope: SiteScope<'a>,
    pub(in crate::customers) filter: &'a CustomerFilter,
    pub(in crate::customers) terms: BookTerms,
}

/// The source of the customers of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::customers) enum Source {
    /// The website's customers, by the index of the list's order, from a position on.
    InOrder,
    /// All of the website's customers, if there are few.
    All,
    /// The customers that a prefix finds, if there are few.
    Called,
}

/// The result of one query.
pub(in crate::customers) struct FoundPage {
    /// The customers, in order.
    pub(in crate::customers) positions: Vec<CustomerPosition>,
    /// The last customer that was read, if the query did not read all.
    pub(in crate::customers) end: Option<CustomerPosition>,
}

/// Returns up to `limit` customers after a position, in the requested order.
pub(in crate::customers) async fn page(
    db: &mut Connection<'_>,
    query: ListQuery<'_>,
    source: Source,
    after: Option<&CustomerPosition>,
    limit: i64,
) -> Result<FoundPage, Failure> {
    let positions = page_of(query, source, after, limit).positions(db).await?;
    let mut end = None;
    let is_short = i64::try_from(positions.len()).is_ok_and(|found| found < limit);
    if is_short && source == Source::InOrder && query.filter.is_narrow() {
        end = end_of(query, after).positions(db).await?.pop();
    }
    Ok(FoundPage { positions, end })
}

/// Counts the customers of a source and the matching ones among them; above the limit only some are counted.
pub(in crate::customers) async fn count(
    db: &mut Connection<'_>,
    query: ListQuery<'_>,
    source: Source,
) -> Result<(i64, i64), Failure> {
    counting(query, source).counts(db).await
}

fn page_of(
    query: ListQuery<'_>,
    source: Source,
    after: Option<&CustomerPosition>,
    limit: i64,
) -> QueryText {
    let filter = query.filter;
    let mut all = QueryText::default();
    all.push_sql("SELECT c.id, c.created_at, c.listed_as, c.available FROM (");
    with_credits(&mut all, query);
    match source {
        Source::InOrder => {
            let most = if filter.is_narrow() {
                MAX_SCANNED
            } else {
                limit
            };
            in_order(&mut all, query, after, most);
        }
        Source::All => few(&mut all, query),
        Source::Called => called(&mut all, query),
    }
    all.push_sql(") AS c) AS c WHERE TRUE");
    add_filters(&mut all, query);
    if source == Source::InOrder {
        filter_by_names(&mut all, query);
    }
    all.push_sql(" AND ");
    behind(&mut all, filter.sort, after);
    order(&mut all, filter.sort, limit);
    all
}

/// Returns the query of the last customer that `in_order` reads, if it does not read all.
fn end_of(query: ListQuery<'_>, after: Option<&CustomerPosition>) -> QueryText {
    let mut all = QueryText::default();
    all.push_sql("SELECT c.id, c.created_at, c.listed_as, CAST(0 AS BIGINT) AS available FROM (");
    in_order(&mut all, query, after, 1);
    all.push_sql(" OFFSET ")
        .bind(MAX_SCANNED - 1)
        .push_sql(") AS c");
    all
}

fn counting(query: ListQuery<'_>, source: Source) -> QueryText {
    let mut all = QueryText::default();
    all.push_sql("SELECT COUNT(*), COUNT(CASE WHEN TRUE");
    add_filters(&mut all, query);
    all.push_sql(" THEN 1 END) FROM (");
    if source != Source::Called && !query.filter.is_filtered() {
        all.push_sql("SELECT id");
        from_website(&mut all, query);
        all.push_sql(" LIMIT ")
            .bind(MAX_COUNTED + 1)
            .push_sql(") AS c");
        return all;
    }
    with_credits(&mut all, query);
    match source {
        Source::Called => called(&mut all, query),
        Source::InOrder | Source::All => few(&mut all, query),
    }
    all.push_sql(") AS c) AS c");
    all
}

/// Starts a query of customers `c` with their spendable credits and debts, as far as they are needed. Both are looked up
/// for each customer, so that no plan reads all wallets.
pub(super) fn with_credits(all: &mut QueryText, query: ListQuery<'_>) {
    let state = query.filter.state;
    let is_by_credits = query.filter.sort == Sort::Richest;
    all.push_sql("SELECT c.*, ");
    if is_by_credits || matches!(state, Some(CreditState::Low | CreditState::Depleted)) {
        select_from_wallet(all, BOOKED, query.terms);
    } else {
        all.push_sql(NOTHING);
    }
    all.push_sql(" AS available, ");
    if state == Some(CreditState::Owing) {
        select_from_wallet(all, "d.posted", query.terms);
    } else {
        all.push_sql(NOTHING);
    }
    all.push_sql(" AS owed FROM (");
}

fn select_from_wallet(all: &mut QueryText, what: &'static str, terms: BookTerms) {
    all.push_sql("COALESCE((SELECT ")
        .push_sql(what)
        .push_sql(
            " FROM account a LEFT JOIN account d ON d.id = a.debt_account_id WHERE a.book_id = ",
        )
        .bind(terms.book_id)
        .push_sql(
            " AND a.kind = 'wallet' AND a.owner_kind = 'customer' AND a.owner_id = c.id), 0)",
        );
}

/// Selects all of the website's customers, at most one above the limit of counting.
fn few(all: &mut QueryText, query: ListQuery<'_>) {
    all.push_sql(COLUMNS);
    from_website(all, query);
    order(all, Sort::Newest, MAX_COUNTED + 1);
}

/// Selects `most` of the website's customers in the list's order from a position on.
fn in_order(
    all: &mut QueryText,
    query: ListQuery<'_>,
    after: Option<&CustomerPosition>,
    most: i64,
) {
    all.push_sql(COLUMNS);
    from_website(all, query);
    all.push_sql(" AND ");
    behind(all, query.filter.sort, after);
    order(all, query.filter.sort, most);
}

pub(super) fn from_website(all: &mut QueryText, query: ListQuery<'_>) {
    all.push_sql(" FROM customers WHERE website_id = ")
        .bind(query.scope.website_id)
        .push_sql(" AND mode = ")
        .bind(query.scope.mode.word())
        .push_sql(" AND merged_into IS NULL");
}

/// Selects the customers that the prefix finds: one range of an index for each name, and the merge targets of merged ones.
fn called(all: &mut QueryText, query: ListQuery<'_>) {
    let Some(prefix) = &query.filter.called else {
        return few(all, query);
    };
    all.push_sql("WITH RECURSIVE f (id) AS (SELECT id FROM (");
    for column in ["listed_as", "email_folded", "external_folded", "user_id"] {
        all.push_sql(NAMED)
            .push_sql("website_id = ")
            .bind(query.scope.website_id);
        all.push_sql(" AND mode = ")
            .bind(query.scope.mode.word())
            .push_sql(" AND ");
        push_prefix(all, column, prefix);
        all.push_sql(match column {
            // Merged customers are found by their own names only, not by the sort key.
            "listed_as" => " AND merged_into IS NULL",
            "user_id" => " AND user_shown",
            _ => "",
        });
        all.push_sql(" LIMIT ")
            .bind(MAX_COUNTED + 1)
            .push_sql(") AS made UNION ");
    }
    all.push_sql(NAMED);
    push_prefix(all, "id", prefix);
    all.push_sql(" LIMIT ").bind(MAX_COUNTED + 1);
    all.push_sql(") AS made WHERE website_id = ")
        .bind(query.scope.website_id);
    all.push_sql(" AND mode = ").bind(query.scope.mode.word());
    all.push_sql(MERGE_TARGETS);
}

/// Filters many customers by a prefix of their names.
pub(super) fn filter_by_names(all: &mut QueryText, query: ListQuery<'_>) {
    let Some(prefix) = &query.filter.called else {
        return;
    };
    for (before, column) in [
        (" AND (", "c.listed_as"),
        (" OR ", "c.email_folded"),
        (" OR ", "c.external_folded"),
        (MERGED_NAMES, "n.listed_as"),
        (" OR ", "n.email_folded"),
        (" OR ", "n.external_folded"),
    ] {
        all.push_sql(before);
        push_prefix(all, column, prefix);
    }
    all.push_sql(")))");
}

/// Adds the condition of a prefix: a range of bytes, or of texts for ids.
fn push_prefix(all: &mut QueryText, column: &'static str, prefix: &Prefix) {
    let is_id = ["id", "user_id"].contains(&column);
    let prefix = &if column.ends_with("email_folded") {
        prefix.as_address()
    } else {
        prefix.clone()
    };
    all.push_sql(column).push_sql(" >= ");
    if is_id {
        all.bind(prefix.text.as_str());
    } else {
        all.bind(prefix.from());
    }
    all.push_sql(" AND ").push_sql(column).push_sql(" < ");
    if is_id {
        all.bind(prefix.id_until());
    } else {
        all.bind(prefix.until());
    }
}

/// Adds the conditions of the filters.
pub(super) fn add_filters(all: &mut QueryText, query: ListQuery<'_>) {
    match query.filter.subscribed {
        Some(true) => drop(all.push_sql(" AND c.subscribed")),
        Some(false) => drop(all.push_sql(" AND NOT c.subscribed")),
        None => {}
    }
    match query.filter.state {
        Some(CreditState::Owing) => drop(all.push_sql(" AND c.owed > 0")),
        Some(CreditState::Depleted) => drop(all.push_sql(" AND c.available <= 0")),
        Some(CreditState::Low) => {
            all.push_sql(" AND c.available > 0 AND c.available <= ")
                .bind(query.terms.low_at);
        }
        None => {}
    }
}

/// Adds the condition of a position; without one it matches all.
fn behind(all: &mut QueryText, sort: Sort, after: Option<&CustomerPosition>) {
    let created_at = after.map(|position| position.created_at.micros());
    match sort {
        Sort::Newest => {
            all.push_sql("(created_at, id) < (")
                .bind(created_at.unwrap_or(i64::MAX));
        }
        Sort::Oldest => {
            all.push_sql("(created_at, id) > (")
                .bind(created_at.unwrap_or(i64::MIN));
        }
        Sort::Name => {
            let name = after.map(|position| position.listed_as.clone());
            all.push_sql("(listed_as, id) > (")
                .bind(name.unwrap_or_default());
        }
        Sort::Richest => {
            let available = after.map(|position| position.available);
            all.push_sql("(available, id) < (")
                .bind(available.unwrap_or(i64::MAX));
        }
    }
    let id = after.map_or("", |position| position.id.as_str());
    all.push_sql(", ").bind(id).push_sql(")");
}

fn order(all: &mut QueryText, sort: Sort, limit: i64) {
    all.push_sql(match sort {
        Sort::Newest => " ORDER BY created_at DESC, id DESC LIMIT ",
        Sort::Oldest => " ORDER BY created_at, id LIMIT ",
        Sort::Name => " ORDER BY listed_as, id LIMIT ",
        Sort::Richest => " ORDER BY available DESC, id DESC LIMIT ",
    });
    all.bind(limit);
}

/// Returns every query that can be assembled, for the test of the query plans.
#[cfg(test)]
pub(crate) fn texts() -> Vec<String> {
    use crate::caller::Mode;
    use crate::customers::filter::prefix;

    let mut texts = Vec::new();
    let states = [
        None,
        Some(CreditState::Low),
        Some(CreditState::Depleted),
        Some(CreditState::Owing),
    ];
    for (sort, state) in Sort::ALL
        .iter()
        .flat_map(|sort| states.map(|state| (*sort, state)))
    {
        for called in [None, Some(prefix("ada").unwrap())] {
            let filter = CustomerFilter {
                called,
                sort,
                state,
                subscribed: Some(true),
            };
            let terms = BookTerms {
                book_id: 1,
                scale: 0,
                low_at: 1,
            };
            let query = ListQuery {
                scope: SiteScope {
                    website_id: "",
                    mode: Mode::Live,
                },
                filter: &filter,
                terms,
            };
            let source = match (sort, &filter.called) {
                (_, Some(_)) => Source::Called,
                (Sort::Richest, None) => Source::All,
                (Sort::Newest | Sort::Oldest | Sort::Name, None) => Source::InOrder,
            };
            texts.push(page_of(query, source, None, 20).text());
            texts.push(counting(query, source).text());
            texts.extend(super::ranking::texts(query));
            if sort != Sort::Richest {
                texts.push(page_of(query, Source::InOrder, None, 20).text());
                texts.push(end_of(query, None).text());
            }
        }
    }
    texts
}
