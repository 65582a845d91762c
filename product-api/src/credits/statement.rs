//! Statements: an owner's transactions, newest first, in pages.

use foundation::{Failure, Timestamp};

use super::balance::Site;
use super::charge::Billed;
use super::store::statements::{self, Whose};
use crate::app::App;
use crate::caller::Mode;
use crate::customers;
use crate::problem::Problem;
use crate::schema::{Cursor, page_size};
use crate::users::AuthenticatedUser;
use crate::websites::{SiteAccess, View, view_of};

/// A transaction, as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Transaction {
    /// `txn_…`.
    pub(crate) id: String,
    /// `grant`, `spend`, …
    pub(crate) kind: String,
    /// Credits that came (above zero) or went (below).
    pub(crate) amount: i64,
    /// Posted minus debt after the transaction.
    pub(crate) balance_after: i64,
    /// The customer's id; none in the platform's book.
    pub(crate) customer_id: Option<String>,
    /// The website; none in the platform's book.
    pub(crate) website: Option<Site>,
    /// Public id of the transaction that it takes back.
    pub(crate) reverses: Option<String>,
    /// Feature of the transaction, and its price.
    pub(crate) billed: Option<Billed>,
    /// Purpose, in words for the customer.
    pub(crate) description: Option<String>,
    /// A JSON object of the website's own.
    pub(crate) metadata: String,
    /// Booking time.
    pub(crate) booked_at: Timestamp,
}

/// A customer's names, as a website gave them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CustomerNames {
    /// The id in the website's own system.
    pub(crate) external_id: Option<String>,
    /// The e-mail address.
    pub(crate) email: Option<String>,
    /// The name.
    pub(crate) name: Option<String>,
}

/// A transaction in a list that may have several websites and modes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Listed {
    /// The transaction.
    pub(crate) transaction: Transaction,
    /// The customer's names, for the website; None for the account holder.
    pub(crate) customer: Option<CustomerNames>,
    /// Live or test mode.
    pub(crate) mode: Mode,
}

/// A wallet whose transactions are listed.
#[derive(Clone, Debug)]
pub(super) struct Wallet {
    /// The wallet's key.
    pub(super) account_id: i64,
    /// Id of the wallet's customer.
    pub(super) customer_id: Option<String>,
    /// The customer's names, for the website; None for the account holder.
    pub(super) customer: Option<CustomerNames>,
    /// The wallet's website.
    pub(super) website: Option<Site>,
    /// Live or test mode.
    pub(super) mode: Mode,
}

/// Position in a statement: by time, then by wallet, then by the wallet's own numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    /// The booking time.
    pub(super) booked_at: Timestamp,
    /// Key of the wallet.
    pub(super) account_id: i64,
    /// Number of the transaction in the wallet.
    pub(super) n: i64,
}

impl Position {
    const NEWEST: Self = Self {
        booked_at: Timestamp::from_micros(i64::MAX),
        account_id: i64::MAX,
        n: i64::MAX,
    };

    fn cursor(self) -> Cursor {
        Cursor {
            at: self.booked_at,
            id: format!("{}.{}", self.account_id, self.n),
        }
    }

    fn of_cursor(cursor: &Cursor) -> Option<Self> {
        let (account_id, n) = cursor.id.split_once('.')?;
        Some(Self {
            booked_at: cursor.at,
            account_id: account_id.parse().ok()?,
            n: n.parse().ok()?,
        })
    }
}

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
