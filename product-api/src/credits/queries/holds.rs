//! Lists a customer's holds, newest first, in pages, each as it is at the time of the request.

use foundation::Failure;

use super::transactions::CreditsPageRequest;
use crate::app::App;
use crate::credits::ledger::hold::HoldState;
use crate::credits::store::hold_pages::{HoldPageQuery, HoldPosition};
use crate::credits::store::hold_view::HoldView;
use crate::credits::store::statements::OwnerFilter;
use crate::credits::store::{hold_pages, holds, statements};
use crate::customers;
use crate::problem::Problem;
use crate::schema::{Cursor, page_size};
use crate::websites::SiteAccess;

/// One page of holds.
#[derive(Clone, Debug)]
pub(crate) struct HoldPage {
    /// The holds, newest first.
    pub(crate) items: Vec<HoldView>,
    /// Cursor of the next page; none on the last.
    pub(crate) next_cursor: Option<String>,
}

/// Reads one page of the holds of a website's customer, in one state or in any. It includes the holds of customers who were
/// merged into this one.
pub(crate) async fn list_holds(
    app: &App,
    access: &SiteAccess,
    customer_id: &str,
    state: Option<HoldState>,
    request: CreditsPageRequest,
) -> Result<HoldPage, Problem> {
    let limit = page_size(request.limit)?;
    let customer = customers::find(app, access, customer_id).await?;
    let list = format!(
        "holds of {} {} {} {}",
        access.website_id,
        access.mode,
        customer.id,
        state.map_or("any", HoldState::name)
    );
    let cursor = Cursor::open(&app.sealer, &list, request.cursor.as_deref())?;
    let before = cursor.as_ref().and_then(HoldPosition::from_cursor);
    let query_params = HoldPageQuery {
        state,
        before: before.unwrap_or(HoldPosition::NEWEST),
        // One row more than requested shows that a next page exists.
        limit: limit + 1,
        now: app.clock.now(),
    };
    let whose = OwnerFilter::Customer(&customer.id, &access.website_id, access.mode);
    let mut rows = read(app, whose, &customer.id, query_params).await?;
    let length = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = rows.len() > length;
    rows.truncate(length);
    let next_cursor = match rows.last() {
        Some((oldest, _)) if has_more => Some(oldest.cursor().seal(&app.sealer, &list)?),
        Some(_) | None => None,
    };
    Ok(HoldPage {
        items: rows
            .into_iter()
            .map(|(_, hold)| hold.at(query_params.now))
            .collect(),
        next_cursor,
    })
}

async fn read(
    app: &App,
    whose: OwnerFilter<'_>,
    customer_id: &str,
    query_params: HoldPageQuery,
) -> Result<Vec<(HoldPosition, HoldView)>, Failure> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let wallets = statements::wallets(&mut db, whose).await?;
    let ids: Vec<i64> = wallets.iter().map(|wallet| wallet.account_id).collect();
    hold_pages::page(&mut db, &ids, customer_id, query_params).await
}

/// Reads a hold of the website as it is now. Another website's hold answers 404, like an unknown one.
pub(crate) async fn find_hold(
    app: &App,
    access: &SiteAccess,
    id: &str,
) -> Result<HoldView, Problem> {
    let mut reader = app.database.reader().await?;
    let site = access.scope();
    let hold = holds::view(&mut reader.connection(), site, id).await?;
    hold.map(|hold| hold.at(app.clock.now()))
        .ok_or_else(|| Problem::not_found("hold"))
}
