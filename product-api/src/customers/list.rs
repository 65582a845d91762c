//! Reads one customer of a website, or a page of matching customers.

use foundation::{Connection, Failure};

use super::customer::{Customer, CustomerRef};
use super::filter::{CustomerFilter, CustomerPosition, Sort};
use super::listed_customer::{BookTerms, CustomerWithCredits};
use super::look_up::look_up;
use super::resolve::followed;
use super::store::{self, ListQuery, MAX_COUNTED, Source};
use crate::app::App;
use crate::caller::SiteScope;
use crate::problem::{FieldError, Problem};
use crate::schema::{Cursor, page_size};
use crate::websites::SiteAccess;

/// The parameters of a request for a page.
pub(super) struct ListRequest {
    pub(super) limit: Option<i32>,
    pub(super) cursor: Option<String>,
    /// Only the customer of this name.
    pub(super) named: Option<CustomerRef>,
    pub(super) filter: CustomerFilter,
}

/// The total number of matching customers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Total {
    pub(super) count: i64,
    /// False if there are more.
    pub(super) is_exact: bool,
}

/// One page of customers.
pub(super) struct ListedPage {
    pub(super) items: Vec<CustomerWithCredits>,
    pub(super) next_cursor: Option<String>,
    pub(super) total: Total,
}

/// Returns one page of a website's customers.
pub(super) async fn page(
    app: &App,
    access: &SiteAccess,
    request: ListRequest,
) -> Result<ListedPage, Problem> {
    let limit = page_size(request.limit)?;
    let filter = &request.filter;
    let list = format!(
        "customers of {} {} {}",
        access.website_id,
        access.mode,
        filter.name()
    );
    let after = Cursor::open(&app.sealer, &list, request.cursor.as_deref())?;
    if let Some(reference) = request.named {
        if after.is_some() {
            let detail = "Must be left out: there is one page only.";
            return Err(Problem::invalid(&[FieldError::parameter("cursor", detail)]));
        }
        return by_name(app, access, &reference).await;
    }
    let after = after.and_then(|cursor| CustomerPosition::from_cursor(&cursor, filter.sort));
    let mut reader = app.database.reader().await?;
    let scope = access.scope();
    let query = ListQuery {
        scope,
        filter,
        terms: store::terms(&mut reader.connection(), scope).await?,
    };
    let (source, total) = source(&mut reader.connection(), query).await?;
    // One item more than requested shows if there is a next page.
    let (after, most) = (after.as_ref(), limit + 1);
    let mut found = if let Some(source) = source {
        let found = store::page(&mut reader.connection(), query, source, after, most).await?;
        drop(reader);
        found
    } else {
        drop(reader);
        app.rankings.page(&app.database, query, after, most).await?
    };
    let length = usize::try_from(limit).unwrap_or(usize::MAX);
    let last_of_page = if found.positions.len() > length {
        found.positions.truncate(length);
        found.positions.last().cloned()
    } else {
        found.end
    };
    let ids: Vec<&str> = found
        .positions
        .iter()
        .map(|position| position.id.as_str())
        .collect();
    let mut snapshot = app.database.snapshot().await?;
    let items = listed(app, &mut snapshot.connection(), &ids, query.terms).await?;
    let next = last_of_page.map(|position| position.cursor(filter.sort).seal(&app.sealer, &list));
    Ok(ListedPage {
        items,
        next_cursor: next.transpose()?,
        total,
    })
}

/// Returns the source of the matching customers, and their total number, counted as far as that is cheap. `None` as the
/// source means the ranking of a large website.
async fn source(
    db: &mut Connection<'_>,
    query: ListQuery<'_>,
) -> Result<(Option<Source>, Total), Failure> {
    let is_by_credits = query.filter.sort == Sort::Richest;
    let few = match (&query.filter.called, is_by_credits) {
        (Some(_), _) => Source::Called,
        (None, true) => Source::All,
        (None, false) => Source::InOrder,
    };
    let (of_all, requested) = store::count(db, query, few).await?;
    let total = Total {
        count: requested.min(MAX_COUNTED),
        is_exact: of_all <= MAX_COUNTED,
    };
    let source = match (total.is_exact, is_by_credits) {
        (true, _) => Some(few),
        (false, false) => Some(Source::InOrder),
        (false, true) => None,
    };
    Ok((source, total))
}

/// Returns the customer that an operation under this name would use, if there is one.
async fn by_name(
    app: &App,
    access: &SiteAccess,
    reference: &CustomerRef,
) -> Result<ListedPage, Problem> {
    let mut snapshot = app.database.snapshot().await?;
    let mut db = snapshot.connection();
    let scope = access.scope();
    let found = look_up(&mut db, scope, reference).await?;
    let count = i64::from(found.is_some());
    let items = match found {
        Some(customer) => vec![with_credits(app, &mut db, scope, &customer.id).await?],
        None => Vec::new(),
    };
    Ok(ListedPage {
        items,
        next_cursor: None,
        total: Total {
            count,
            is_exact: true,
        },
    })
}

/// Returns a website's customer by id, or its merge target; reports not found for another website's.
pub(crate) async fn find(app: &App, access: &SiteAccess, id: &str) -> Result<Customer, Problem> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    found(&mut db, access, id).await
}

/// Returns a website's customer by id, with its credits.
pub(super) async fn find_listed(
    app: &App,
    access: &SiteAccess,
    id: &str,
) -> Result<CustomerWithCredits, Problem> {
    let mut snapshot = app.database.snapshot().await?;
    let mut db = snapshot.connection();
    let customer = found(&mut db, access, id).await?;
    let scope = access.scope();
    Ok(with_credits(app, &mut db, scope, &customer.id).await?)
}

async fn found(
    db: &mut Connection<'_>,
    access: &SiteAccess,
    id: &str,
) -> Result<Customer, Problem> {
    let reference = CustomerRef::Id(id.to_owned());
    let scope = access.scope();
    let found = store::find(db, scope, &reference).await?;
    let found = followed(db, scope, found).await?;
    found.ok_or_else(|| Problem::not_found("customer"))
}

async fn with_credits(
    app: &App,
    db: &mut Connection<'_>,
    scope: SiteScope<'_>,
    id: &str,
) -> Result<CustomerWithCredits, Failure> {
    let terms = store::terms(db, scope).await?;
    let mut found = listed(app, db, &[id], terms).await?.into_iter();
    found
        .next()
        .ok_or_else(|| Failure::defect("a customer that was found is gone"))
}

/// Returns customers with their credits now, in the order of the given ids. The connection is of a snapshot.
async fn listed(
    app: &App,
    db: &mut Connection<'_>,
    ids: &[&str],
    terms: BookTerms,
) -> Result<Vec<CustomerWithCredits>, Failure> {
    let (book_id, now) = (terms.book_id, app.clock.now());
    let available = app.ledger.available(db, book_id, ids, now).await?;
    let seen = store::last_seen(db, ids, book_id, now).await?.into_iter();
    let listed = seen.map(|one| CustomerWithCredits {
        available: available.get(&one.customer.id).copied().unwrap_or_default(),
        scale: terms.scale,
        last_seen_at: one.last_seen_at,
        customer: one.customer,
    });
    Ok(listed.collect())
}
