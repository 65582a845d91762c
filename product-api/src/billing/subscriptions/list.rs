//! Reads subscriptions: pages and single ones, of a website and of a user.

use foundation::Failure;

use super::store::{self, BookFilter, SubscriberFilter, SubscriptionView};
use crate::app::App;
use crate::caller::Scope;
use crate::credits::find_site_book;
use crate::problem::{Kind, Problem};
use crate::schema::{Cursor, page_size};
use crate::users::AuthenticatedUser;
use crate::websites::{SiteAccess, VisibleBalances, visible_balances};

/// Parameters of a request for a page.
#[derive(Debug, Default)]
pub(super) struct ListParams {
    /// The maximum number of items.
    pub(super) limit: Option<i32>,
    /// The `next_cursor` of the previous page.
    pub(super) cursor: Option<String>,
    /// Only the subscriptions of this customer.
    pub(super) customer: Option<String>,
    /// Only subscriptions with this word of Stripe.
    pub(super) status: Option<String>,
}

/// One page of subscriptions.
pub(super) struct SubscriptionPage {
    /// The subscriptions.
    pub(super) items: Vec<SubscriptionView>,
    /// The cursor of the next page, if there is one.
    pub(super) next_cursor: Option<String>,
}

fn not_found() -> Problem {
    Problem::not_found("subscription")
}

/// Reads one page of a website's subscriptions, newest first.
pub(super) async fn list_for_website(
    app: &App,
    access: &SiteAccess,
    params: ListParams,
) -> Result<SubscriptionPage, Problem> {
    let limit = page_size(params.limit)?;
    let (customer, status) = (params.customer.as_deref(), params.status.as_deref());
    let list = format!(
        "subscriptions of {} {} {} {}",
        access.website_id,
        access.mode,
        status.unwrap_or_default(),
        customer.unwrap_or_default()
    );
    let after = Cursor::open(&app.sealer, &list, params.cursor.as_deref())?;
    let after = after.unwrap_or_else(Cursor::newest);
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let items = match find_site_book(&mut db, access.scope()).await? {
        Some(book) => {
            let filter = BookFilter {
                book_id: book.id,
                customer_id: customer,
                status,
            };
            store::list_of_book(&mut db, filter, &after, limit + 1).await?
        }
        None => Vec::new(),
    };
    cut(app, &list, items, limit)
}

/// Reads one page of a user's subscriptions, newest first: those that the token shows.
pub(super) async fn list_for_user<S: Scope>(
    app: &App,
    holder: &AuthenticatedUser<S>,
    params: ListParams,
) -> Result<SubscriptionPage, Problem> {
    let limit = page_size(params.limit)?;
    let website_id = visible_website(app, holder).await?;
    let list = format!(
        "subscriptions of {} {}",
        holder.user.id,
        website_id.as_deref().unwrap_or_default()
    );
    let after = Cursor::open(&app.sealer, &list, params.cursor.as_deref())?;
    let after = after.unwrap_or_else(Cursor::newest);
    let filter = SubscriberFilter {
        user_id: &holder.user.id,
        website_id: website_id.as_deref(),
    };
    let items = {
        let mut reader = app.database.reader().await?;
        store::list_of_user(&mut reader.connection(), filter, &after, limit + 1).await?
    };
    cut(app, &list, items, limit)
}

/// Finds a subscription of a website; 404 for one of another website or mode.
pub(crate) async fn find_for_website(
    app: &App,
    access: &SiteAccess,
    id: &str,
) -> Result<SubscriptionView, Problem> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let book = find_site_book(&mut db, access.scope()).await?;
    let book = book.ok_or_else(not_found)?;
    let found = store::find_in_book(&mut db, book.id, id).await?;
    found.ok_or_else(not_found)
}

/// Finds a subscription of a user that the token shows.
pub(crate) async fn find_for_user<S: Scope>(
    app: &App,
    holder: &AuthenticatedUser<S>,
    id: &str,
) -> Result<SubscriptionView, Problem> {
    let website_id = visible_website(app, holder).await?;
    let filter = SubscriberFilter {
        user_id: &holder.user.id,
        website_id: website_id.as_deref(),
    };
    let mut reader = app.database.reader().await?;
    let found = store::find_of_user(&mut reader.connection(), filter, id).await?;
    found.ok_or_else(not_found)
}

/// Returns the website to which the token is limited; none if it shows everything. Applications that a user runs see none.
async fn visible_website<S: Scope>(
    app: &App,
    holder: &AuthenticatedUser<S>,
) -> Result<Option<String>, Problem> {
    match visible_balances(app, holder).await? {
        VisibleBalances::Everything => Ok(None),
        VisibleBalances::Only(website) => Ok(Some(website.id)),
        VisibleBalances::Granted => Err(Problem::new(
            Kind::ClientNotAllowed,
            "Subscriptions are shown to this installation's app and to websites only.",
        )),
    }
}

/// Cuts a page off. One row more than requested was read; it shows that there is a next page.
fn cut(
    app: &App,
    list: &str,
    mut items: Vec<SubscriptionView>,
    limit: i64,
) -> Result<SubscriptionPage, Problem> {
    let length = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = items.len() > length;
    items.truncate(length);
    let end = items.last().filter(|_| has_more);
    let cursor = end.map(|view| Cursor {
        at: view.subscription.created_at,
        id: view.subscription.id.clone(),
    });
    let next_cursor = cursor.map(|cursor| cursor.seal(&app.sealer, list));
    let next_cursor: Result<Option<String>, Failure> = next_cursor.transpose();
    Ok(SubscriptionPage {
        items,
        next_cursor: next_cursor?,
    })
}
