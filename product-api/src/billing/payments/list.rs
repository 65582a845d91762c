//! Reads payments: pages and single ones, of a website and of a user.

use foundation::{Connection, Failure};

use super::dispute::Dispute;
use super::payment::{Payment, PaymentState};
use super::refund::Refund;
use super::store::{self, BookFilter, OwnPayment, PaymentLot, UserFilter};
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
    pub(super) limit: Option<i32>,
    pub(super) cursor: Option<String>,
    /// Only the payments of this customer.
    pub(super) customer: Option<String>,
    /// Only payments in this state.
    pub(super) state: Option<PaymentState>,
    /// Only the payment with this refund or dispute.
    pub(super) object: Option<String>,
}

/// One page of payments.
pub(super) struct PaymentPage<T> {
    pub(super) items: Vec<T>,
    pub(super) next_cursor: Option<String>,
}

/// A payment with its lots, refunds and disputes.
pub(crate) struct PaymentDetail {
    pub(crate) payment: Payment,
    pub(super) lots: Vec<PaymentLot>,
    pub(crate) refunds: Vec<Refund>,
    pub(crate) disputes: Vec<Dispute>,
}

/// Reads one page of a website's payments, newest first.
pub(super) async fn list_for_website(
    app: &App,
    access: &SiteAccess,
    params: ListParams,
) -> Result<PaymentPage<Payment>, Problem> {
    if let Some(object) = &params.object {
        return find_of_object(app, access, object).await;
    }
    let limit = page_size(params.limit)?;
    let (customer, state) = (params.customer.as_deref(), params.state);
    let list = format!(
        "payments of {} {} {} {}",
        access.website_id,
        access.mode,
        state.map_or("", PaymentState::word),
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
                state,
            };
            store::list_of_book(&mut db, filter, &after, limit + 1).await?
        }
        None => Vec::new(),
    };
    cut(app, &list, items, limit, |payment| payment)
}

/// Returns the payment of a website to which a refund or a dispute belongs, as a page with one item or none.
async fn find_of_object(
    app: &App,
    access: &SiteAccess,
    object: &str,
) -> Result<PaymentPage<Payment>, Problem> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let found = match find_site_book(&mut db, access.scope()).await? {
        Some(book) => store::find_of_object(&mut db, book.id, object).await?,
        None => None,
    };
    Ok(PaymentPage {
        items: found.into_iter().collect(),
        next_cursor: None,
    })
}

/// Reads one page of a user's payments, newest first: those that the token shows.
pub(super) async fn list_for_user<S: Scope>(
    app: &App,
    holder: &AuthenticatedUser<S>,
    params: ListParams,
) -> Result<PaymentPage<OwnPayment>, Problem> {
    let limit = page_size(params.limit)?;
    let website_id = visible_website(app, holder).await?;
    let list = format!(
        "payments of {} {}",
        holder.user.id,
        website_id.as_deref().unwrap_or_default()
    );
    let after = Cursor::open(&app.sealer, &list, params.cursor.as_deref())?;
    let after = after.unwrap_or_else(Cursor::newest);
    let filter = UserFilter {
        user_id: &holder.user.id,
        website_id: website_id.as_deref(),
    };
    let items = {
        let mut reader = app.database.reader().await?;
        store::list_of_user(&mut reader.connection(), filter, &after, limit + 1).await?
    };
    cut(app, &list, items, limit, |own| &own.payment)
}

/// Finds a payment of a website; 404 for one of another website or mode.
pub(crate) async fn find_for_website(
    app: &App,
    access: &SiteAccess,
    id: &str,
) -> Result<PaymentDetail, Problem> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let book = find_site_book(&mut db, access.scope()).await?;
    let book = book.ok_or_else(|| Problem::not_found("payment"))?;
    let payment = store::find_in_book(&mut db, book.id, id).await?;
    let payment = payment.ok_or_else(|| Problem::not_found("payment"))?;
    Ok(detail_of(&mut db, payment).await?)
}

async fn detail_of(db: &mut Connection<'_>, payment: Payment) -> Result<PaymentDetail, Failure> {
    Ok(PaymentDetail {
        lots: store::lots(db, &payment.id).await?,
        refunds: store::refunds_of(db, &payment.id).await?,
        disputes: store::disputes_of(db, &payment.id).await?,
        payment,
    })
}

/// Finds a payment of a user that the token shows.
pub(super) async fn find_for_user<S: Scope>(
    app: &App,
    holder: &AuthenticatedUser<S>,
    id: &str,
) -> Result<Payment, Problem> {
    let website_id = visible_website(app, holder).await?;
    let filter = UserFilter {
        user_id: &holder.user.id,
        website_id: website_id.as_deref(),
    };
    let mut reader = app.database.reader().await?;
    let payment = store::find_of_user(&mut reader.connection(), filter, id).await?;
    payment.ok_or_else(|| Problem::not_found("payment"))
}

/// Returns the website to which the token is limited; none if it shows everything. Applications that a user runs see no money.
async fn visible_website<S: Scope>(
    app: &App,
    holder: &AuthenticatedUser<S>,
) -> Result<Option<String>, Problem> {
    match visible_balances(app, holder).await? {
        VisibleBalances::Everything => Ok(None),
        VisibleBalances::Only(website) => Ok(Some(website.id)),
        VisibleBalances::Granted => Err(Problem::new(
            Kind::ClientNotAllowed,
            "Payments are shown to this installation's app and to websites only.",
        )),
    }
}

/// Cuts a page off. One row more than requested was read; it shows that there is a next page.
fn cut<T>(
    app: &App,
    list: &str,
    mut items: Vec<T>,
    limit: i64,
    payment_of: impl Fn(&T) -> &Payment,
) -> Result<PaymentPage<T>, Problem> {
    let length = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = items.len() > length;
    items.truncate(length);
    let next_cursor = match items.last() {
        Some(item) if has_more => Some(cursor_after(payment_of(item)).seal(&app.sealer, list)),
        Some(_) | None => None,
    };
    let next_cursor: Result<Option<String>, Failure> = next_cursor.transpose();
    Ok(PaymentPage {
        items,
        next_cursor: next_cursor?,
    })
}

fn cursor_after(payment: &Payment) -> Cursor {
    Cursor {
        at: payment.created_at,
        id: payment.id.clone(),
    }
}
