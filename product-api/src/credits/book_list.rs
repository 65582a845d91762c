//! Listing what happened at a website, whoever's credits they are: newest first, page by page.

use foundation::Timestamp;

use super::balance::Site;
use super::book::BookOf;
use super::open::known_shelf;
use super::statement::{Listed, Page, Transaction};
use super::store::book_pages::{self, Among, Found};
use super::store::statements::{self, Whose};
use super::txn_kind::TxnKind;
use crate::app::App;
use crate::caller::Mode;
use crate::customers;
use crate::features;
use crate::problem::{FieldError, Problem};
use crate::schema::{Cursor, page_size};
use crate::websites::SiteAccess;

/// Which transactions are wanted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wanted {
    /// Of this customer only, by our id.
    pub(crate) customer: Option<String>,
    /// For this feature only, by its code, and what reverses that.
    pub(crate) feature: Option<String>,
    /// Of this kind only.
    pub(crate) kind: Option<TxnKind>,
    /// Booked from this instant on.
    pub(crate) from: Option<Timestamp>,
    /// Booked before this one.
    pub(crate) to: Option<Timestamp>,
}

/// A place in the order of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) booked_at: Timestamp,
    /// The transaction's key.
    pub(super) id: i64,
}

impl Place {
    fn cursor(self) -> Cursor {
        Cursor {
            at: self.booked_at,
            id: self.id.to_string(),
        }
    }

    fn of_cursor(cursor: &Cursor) -> Option<Self> {
        Some(Self {
            booked_at: cursor.at,
            id: cursor.id.parse().ok()?,
        })
    }
}

/// What one question asks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    /// Before this place …
    pub(super) before: Place,
    /// … and not before this instant.
    pub(super) from: Timestamp,
    pub(super) kind: Option<TxnKind>,
    pub(super) feature_id: Option<i64>,
    pub(super) limit: i64,
}

/// One page of a website's transactions, of those that are wanted. Where few of very many are, it may hold fewer than were
/// asked for, and another page follow.
pub(crate) async fn of_book(
    app: &App,
    access: &SiteAccess,
    wanted: Wanted,
    (limit, cursor): (Option<i32>, Option<String>),
) -> Result<Page, Problem> {
    let limit = page_size(limit)?;
    if wanted
        .from
        .zip(wanted.to)
        .is_some_and(|(from, to)| to <= from)
    {
        let detail = "Must be later than from.";
        return Err(Problem::invalid(&[FieldError::parameter("to", detail)]));
    }
    let scope = (access.website_id.as_str(), access.mode);
    let list = format!("transactions of {} {} {wanted:?}", scope.0, scope.1);
    let cursor = Cursor::open(&app.sealer, &list, cursor.as_deref())?;
    let until = Place {
        booked_at: wanted.to.unwrap_or(Timestamp::from_micros(i64::MAX)),
        id: i64::MIN,
    };
    let mut asked = Asked {
        before: cursor.as_ref().and_then(Place::of_cursor).unwrap_or(until),
        from: wanted.from.unwrap_or(Timestamp::from_micros(i64::MIN)),
        kind: wanted.kind,
        feature_id: None,
        // One more than asked for tells whether there is a next page.
        limit: limit + 1,
    };
    let of = BookOf {
        website_id: Some(access.website_id.clone()),
        mode: access.mode,
    };
    // Reading makes no book.
    let shelf = known_shelf(app, &of).await?;
    let among = match (&wanted.customer, &shelf) {
        (None, None) => Vec::new(),
        (None, Some(shelf)) => vec![Among::Book(shelf.book.id)],
        (Some(id), _) => wallets(app, access, id).await?,
    };
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    if let Some(code) = &wanted.feature {
        asked.feature_id = features::id_of(&mut db, scope, code).await?;
        if asked.feature_id.is_none() {
            return Err(Problem::not_found("feature"));
        }
    }
    let mut found = Vec::with_capacity(among.len());
    for one in among {
        found.push(book_pages::page(&mut db, one, asked).await?);
    }
    drop(reader);
    let (rows, next) = merged(found, limit);
    let next_cursor = next.map(|place| place.cursor().seal(&app.sealer, &list));
    let website = shelf.and_then(|shelf| shelf.website.clone());
    let of_site = |transaction: Transaction| listed(transaction, website.clone(), access.mode);
    Ok(Page {
        items: rows.into_iter().map(of_site).collect(),
        next_cursor: next_cursor.transpose()?,
    })
}

/// A transaction of a website's book in one mode.
fn listed(transaction: Transaction, website: Option<Site>, mode: Mode) -> Listed {
    Listed {
        transaction: Transaction {
            website,
            ..transaction
        },
        mode,
    }
}

/// The wallets of a customer, and of those who were merged into it.
async fn wallets(app: &App, access: &SiteAccess, id: &str) -> Result<Vec<Among>, Problem> {
    let customer = customers::find(app, access, id).await?;
    let mut reader = app.database.reader().await?;
    let whose = Whose::Customer(&customer.id, &access.website_id, access.mode);
    let wallets = statements::wallets(&mut reader.connection(), whose).await?;
    let of_wallet = wallets
        .iter()
        .map(|wallet| Among::Wallet(wallet.account_id));
    Ok(of_wallet.collect())
}

/// The newest of what several questions found, and where the next page begins: not behind what one of them has yet to look
/// at.
fn merged(found: Vec<Found>, limit: i64) -> (Vec<Transaction>, Option<Place>) {
    let looked_to = found.iter().filter_map(|one| one.looked_to).max();
    let mut rows: Vec<(Place, Transaction)> =
        found.into_iter().flat_map(|one| one.transactions).collect();
    rows.sort_unstable_by_key(|(place, _)| std::cmp::Reverse(*place));
    rows.retain(|(place, _)| looked_to.is_none_or(|end| *place >= end));
    let length = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = rows.len() > length;
    rows.truncate(length);
    let next = if has_more {
        rows.last().map(|(place, _)| *place)
    } else {
        looked_to
    };
    (rows.into_iter().map(|(_, row)| row).collect(), next)
}
