//! Statements: an owner's transactions, newest first, in pages.

use foundation::Failure;

use crate::app::App;
use crate::credits::store::rows::{ListedTransaction, StatementPosition};
use crate::credits::store::statements;
use crate::credits::store::statements::OwnerFilter;
use crate::customers;
use crate::problem::Problem;
use crate::schema::{Cursor, page_size};
use crate::users::AuthenticatedUser;
use crate::websites::{SiteAccess, VisibleBalances, visible_balances};

/// Page parameters of a request.
#[derive(Clone, Debug, Default)]
pub(crate) struct CreditsPageRequest {
    /// Limit of the transactions in the page.
    pub(crate) limit: Option<i32>,
    /// `next_cursor` of the page before.
    pub(crate) cursor: Option<String>,
}

/// One page of transactions.
#[derive(Clone, Debug)]
pub(crate) struct TransactionPage {
    /// The transactions, newest first.
    pub(crate) items: Vec<ListedTransaction>,
    /// Cursor of the next page; none on the last.
    pub(crate) next_cursor: Option<String>,
}

/// Reads one page of the transactions of a website's customer.
pub(crate) async fn list_for_customer(
    app: &App,
    access: &SiteAccess,
    customer_id: &str,
    request: CreditsPageRequest,
) -> Result<TransactionPage, Problem> {
    let customer = customers::find(app, access, customer_id).await?;
    let customer_id = customer.id.as_str();
    let list = format!(
        "transactions of {} {} {customer_id}",
        access.website_id, access.mode
    );
    let whose = [OwnerFilter::Customer(
        customer_id,
        &access.website_id,
        access.mode,
    )];
    page(app, &whose, &list, request).await
}

/// Reads one page of a user's transactions: everywhere, or at the token's website only.
pub(crate) async fn list_for_holder<S>(
    app: &App,
    holder: &AuthenticatedUser<S>,
    request: CreditsPageRequest,
) -> Result<TransactionPage, Problem> {
    let user_id = holder.user.id.as_str();
    match visible_balances(app, holder).await? {
        VisibleBalances::Only(website) => {
            let list = format!("transactions of {user_id} at {}", website.id);
            let whose = [OwnerFilter::User(user_id, Some(&website.id), None)];
            page(app, &whose, &list, request).await
        }
        VisibleBalances::Everything | VisibleBalances::Granted => {
            let list = format!("transactions of {user_id}");
            let whose = [
                OwnerFilter::User(user_id, None, None),
                OwnerFilter::Platform(user_id),
            ];
            page(app, &whose, &list, request).await
        }
    }
}

async fn page(
    app: &App,
    whose: &[OwnerFilter<'_>],
    list: &str,
    request: CreditsPageRequest,
) -> Result<TransactionPage, Problem> {
    let limit = page_size(request.limit)?;
    let cursor = Cursor::open(&app.sealer, list, request.cursor.as_deref())?;
    let before = cursor.as_ref().and_then(StatementPosition::from_cursor);
    // One row more than requested shows that a next page exists.
    let mut rows = read(
        app,
        whose,
        before.unwrap_or(StatementPosition::NEWEST),
        limit + 1,
    )
    .await?;
    let length = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = rows.len() > length;
    rows.truncate(length);
    let next_cursor = match rows.last() {
        Some((oldest, _)) if has_more => Some(oldest.cursor().seal(&app.sealer, list)?),
        Some(_) | None => None,
    };
    let items = rows.into_iter().map(|(_, listed)| listed).collect();
    Ok(TransactionPage { items, next_cursor })
}

async fn read(
    app: &App,
    whose: &[OwnerFilter<'_>],
    before: StatementPosition,
    limit: i64,
) -> Result<Vec<(StatementPosition, ListedTransaction)>, Failure> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let mut wallets = Vec::new();
    for one in whose {
        wallets.extend(statements::wallets(&mut db, *one).await?);
    }
    statements::page(&mut db, &wallets, before, limit).await
}
