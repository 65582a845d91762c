//! Lists the attempts of an owner, newest first.

use foundation::Failure;

use super::find_owner::{TopUpOwner, find_own_owner, find_owner};
use super::own_seller::OwnSeller;
use super::store::{self, AttemptPosition, ListedAttempt};
use super::views::{AttemptPage, AttemptView};
use crate::app::App;
use crate::billing::buyer_requests::AskedWebsite;
use crate::caller::CreditsBuy;
use crate::problem::Problem;
use crate::schema::{Cursor, page_size};
use crate::users::AuthenticatedUser;
use crate::websites::SiteAccess;

/// Parameters of a request for a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct AttemptParams {
    /// Maximum number of items.
    pub(super) limit: Option<i32>,
    /// The position of the previous page.
    pub(super) cursor: Option<String>,
}

/// Lists attempts of the user who asks.
pub(super) async fn list_own_attempts(
    app: &App,
    holder: &AuthenticatedUser<CreditsBuy>,
    seller: &OwnSeller,
    params: AttemptParams,
) -> Result<AttemptPage, Problem> {
    let owner = find_own_owner(app, holder, seller, AskedWebsite::Any).await?;
    list_of(app, &owner, params).await
}

/// Lists attempts of a customer.
pub(super) async fn list_attempts(
    app: &App,
    access: &SiteAccess,
    customer_id: &str,
    params: AttemptParams,
) -> Result<AttemptPage, Problem> {
    let owner = find_owner(app, access, customer_id).await?;
    list_of(app, &owner, params).await
}

async fn list_of(
    app: &App,
    of: &TopUpOwner,
    params: AttemptParams,
) -> Result<AttemptPage, Problem> {
    let limit = page_size(params.limit)?;
    let wallet = of.wallet();
    let owner_id = wallet.as_ref().map_or("", |wallet| wallet.owner.id());
    let list = format!("top-ups of {} {owner_id}", of.book_id);
    let after = Cursor::open(&app.sealer, &list, params.cursor.as_deref())?;
    let after = after.unwrap_or_else(Cursor::newest);
    let position = AttemptPosition {
        at: after.at,
        id: &after.id,
    };
    let listed = match &wallet {
        Some(wallet) => {
            let mut reader = app.database.reader().await?;
            store::list(&mut reader.connection(), wallet, position, limit + 1).await?
        }
        None => Vec::new(),
    };
    Ok(cut(app, &list, listed, limit)?)
}

/// Cuts a page off. One row more than requested was read; it shows that there is a next page.
fn cut(
    app: &App,
    list: &str,
    mut listed: Vec<ListedAttempt>,
    limit: i64,
) -> Result<AttemptPage, Failure> {
    let length = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = listed.len() > length;
    listed.truncate(length);
    let final_item = listed.last().filter(|_| has_more);
    let next_cursor = final_item.map(|last| {
        let cursor = Cursor {
            at: last.attempt.created_at,
            id: last.attempt.id.clone(),
        };
        cursor.seal(&app.sealer, list)
    });
    let view = |listed: ListedAttempt| AttemptView::new(listed.attempt, listed.payment_id);
    Ok(AttemptPage {
        next_cursor: next_cursor.transpose()?,
        items: listed.into_iter().map(view).collect(),
    })
}
