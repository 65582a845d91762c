//! Statements: an owner's transactions, newest first, in pages.

use foundation::Failure;

use crate::app::App;
use crate::credits::store::statements;
use crate::credits::store::statements::Whose;
use crate::credits::store::views::{Listed, Position};
use crate::customers;
use crate::problem::Problem;
use crate::schema::{Cursor, page_size};
use crate::users::AuthenticatedUser;
use crate::websites::{SiteAccess, View, view_of};

/// Page parameters of a request.
#[derive(Clone, Debug, Default)]
pub(crate) struct PageRequest {
    /// Limit of the transactions in the page.
    pub(crate) limit: Option<i32>,
    /// `next_cursor` of the page before.
    pub(crate) cursor: Option<String>,
}

/// One page of transactions.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    /// The transactions, newest first.
    pub(crate) items: Vec<Listed>,
    /// Cursor of the next page; none on the last.
    pub(crate) next_cursor: Option<String>,
}

/// Reads one page of the transactions of a website's customer.
pub(crate) async fn of_customer(
    app: &App,
    access: &SiteAccess,
    customer_id: &str,
    request: PageRequest,
) -> Result<Page, Problem> {
    let customer = customers::find(app, access, customer_id).await?;
    let customer_id = customer.id.as_str();
    let list = format!(
        "transactions of {} {} {customer_id}",
        access.website_id, access.mode
    );
    let whose = [Whose::Customer(
        customer_id,
        &access.website_id,
        access.mode,
    )];
    page(app, &whose, &list, request).await
}

/// Reads one page of a user's transactions: everywhere, or at the token's website only.
pub(crate) async fn of_holder<S>(
    app: &App,
    holder: &AuthenticatedUser<S>,
    request: PageRequest,
) -> Result<Page, Problem> {
    let user_id = holder.user.id.as_str();
    match view_of(app, holder).await? {
        View::Only(website) => {
            let list = format!("transactions of {user_id} at {}", website.id);
            let whose = [Whose::User(user_id, Some(&website.id), None)];
            page(app, &whose, &list, request).await
        }
        View::Everything | View::Granted => {
            let list = format!("transactions of {user_id}");
            let whose = [Whose::User(user_id, None, None), Whose::Platform(user_id)];
            page(app, &whose, &list, request).await
        }
    }
}

async fn page(
    app: &App,
    whose: &[Whose<'_>],
    list: &str,
    request: PageRequest,
) -> Result<Page, Problem> {
    let limit = page_size(request.limit)?;
    let cursor = Cursor::open(&app.sealer, list, request.cursor.as_deref())?;
    let before = cursor.as_ref().and_then(Position::of_cursor);
    // One row more than requested shows that a next page exists.
    let mut rows = read(app, whose, before.unwrap_or(Position::NEWEST), limit + 1).await?;
    let length = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = rows.len() > length;
    rows.truncate(length);
    let next_cursor = match rows.last() {
        Some((oldest, _)) if has_more => Some(oldest.cursor().seal(&app.sealer, list)?),
        Some(_) | None => None,
    };
    let items = rows.into_iter().map(|(_, listed)| listed).collect();
    Ok(Page { items, next_cursor })
}

async fn read(
    app: &App,
    whose: &[Whose<'_>],
    before: Position,
    limit: i64,
) -> Result<Vec<(Position, Listed)>, Failure> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let mut wallets = Vec::new();
    for one in whose {
        wallets.extend(statements::wallets(&mut db, *one).await?);
    }
    statements::page(&mut db, &wallets, before, limit).await
}
