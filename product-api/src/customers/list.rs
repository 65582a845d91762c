//! Reading a website's customers.

use super::customer::{Customer, CustomerRef, email};
use super::resolve::followed;
use super::store;
use crate::app::App;
use crate::problem::Problem;
use crate::schema::{Cursor, page_size};
use crate::websites::SiteAccess;

/// What a request for a page says.
pub(super) struct PageRequest {
    pub(super) limit: Option<i32>,
    pub(super) cursor: Option<String>,
    pub(super) email: Option<String>,
}

/// One page of customers.
pub(super) struct Page {
    pub(super) items: Vec<Customer>,
    pub(super) next_cursor: Option<String>,
}

/// One page of a website's customers, newest first.
pub(super) async fn page(
    app: &App,
    access: &SiteAccess,
    request: PageRequest,
) -> Result<Page, Problem> {
    let limit = page_size(request.limit)?;
    let list_name = format!("customers of {} {}", access.website_id, access.mode);
    let after = Cursor::open(&app.sealer, &list_name, request.cursor.as_deref())?;
    if let Some(text) = request.email {
        return by_email(app, access, &text, after.as_ref()).await;
    }
    let mut items = {
        let mut reader = app.database.reader().await?;
        let scope = (access.website_id.as_str(), access.mode);
        // One more than asked for tells whether there is a next page.
        store::list(&mut reader.connection(), scope, after.as_ref(), limit + 1).await?
    };
    let length = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = items.len() > length;
    items.truncate(length);
    let next_cursor = match items.last() {
        Some(last) if has_more => Some(cursor_after(last).seal(&app.sealer, &list_name)?),
        Some(_) | None => None,
    };
    Ok(Page { items, next_cursor })
}

/// The one customer of an address, if any: a text that is no address is nobody's.
async fn by_email(
    app: &App,
    access: &SiteAccess,
    text: &str,
    after: Option<&Cursor>,
) -> Result<Page, Problem> {
    let found = match email(text) {
        Some(email) => {
            let reference = CustomerRef::Email(email);
            let scope = (access.website_id.as_str(), access.mode);
            let mut reader = app.database.reader().await?;
            let mut db = reader.connection();
            let found = store::find(&mut db, scope, &reference).await?;
            followed(&mut db, scope, found).await?
        }
        None => None,
    };
    // The first page has held it: there is nothing after.
    let items = found.into_iter().filter(|_| after.is_none()).collect();
    let next_cursor = None;
    Ok(Page { items, next_cursor })
}

fn cursor_after(customer: &Customer) -> Cursor {
    Cursor {
        at: customer.created_at,
        id: customer.id.clone(),
    }
}

/// A website's customer by our id, or the one it was merged into; another website's is as absent as none.
pub(crate) async fn find(app: &App, access: &SiteAccess, id: &str) -> Result<Customer, Problem> {
    let reference = CustomerRef::Id(id.to_owned());
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let scope = (access.website_id.as_str(), access.mode);
    let found = store::find(&mut db, scope, &reference).await?;
    let found = followed(&mut db, scope, found).await?;
    found.ok_or_else(|| Problem::not_found("customer"))
}
