//! Lists a website's transactions of all customers, newest first, in pages.

use super::transactions::CreditsPageRequest;
use foundation::Timestamp;

use super::books::find_book;
use super::transactions::TransactionPage;
use crate::app::App;
use crate::caller::Mode;
use crate::credits::ledger::book::BookKey;
use crate::credits::ledger::txn_kind::TxnKind;
use crate::credits::store::book_pages::{
    NamedTransaction, ScannedPage, TransactionPageQuery, TransactionPosition, TransactionSource,
};
use crate::credits::store::rows::{ListedTransaction, Transaction, WebsiteLink};
use crate::credits::store::statements::OwnerFilter;
use crate::credits::store::{book_pages, statements};
use crate::problem::{FieldError, Problem};
use crate::schema::{Cursor, page_size};
use crate::websites::SiteAccess;
use crate::{customers, features};

/// Filter of the list.
#[derive(Clone, Debug, Default)]
pub(crate) struct TransactionFilter {
    /// Only transactions of this customer, by id.
    pub(crate) customer: Option<String>,
    /// Only transactions for the feature with this code, and their reversals.
    pub(crate) feature: Option<String>,
    /// Only transactions of this kind.
    pub(crate) kind: Option<TxnKind>,
    /// Only transactions booked at or after this time.
    pub(crate) from: Option<Timestamp>,
    /// Only transactions booked before this time.
    pub(crate) to: Option<Timestamp>,
}

impl TransactionFilter {
    /// Returns the filter as a text for the list's name in cursors. It names no Rust type, because every version that runs
    /// at the same time must write the same text.
    fn text(&self) -> String {
        let (from, to) = (
            self.from.map(Timestamp::micros),
            self.to.map(Timestamp::micros),
        );
        let kind = self.kind.map(TxnKind::name);
        format!("{:?}", (&self.customer, &self.feature, kind, from, to))
    }
}

/// Reads one page of a website's transactions. It may be shorter than requested and still have a next page, because a query
/// stops scanning after many rows that do not match.
pub(crate) async fn list_for_website(
    app: &App,
    access: &SiteAccess,
    filter: TransactionFilter,
    page: CreditsPageRequest,
) -> Result<TransactionPage, Problem> {
    let limit = page_size(page.limit)?;
    let range = filter.from.zip(filter.to);
    if range.is_some_and(|(from, to)| to <= from) {
        let detail = "Must be later than from.";
        return Err(Problem::invalid(&[FieldError::parameter("to", detail)]));
    }
    let scope = access.scope();
    let (website_id, mode, text) = (scope.website_id, scope.mode, filter.text());
    let list = format!("transactions of {website_id} {mode} {text}");
    let cursor = Cursor::open(&app.sealer, &list, page.cursor.as_deref())?;
    let until = TransactionPosition {
        booked_at: filter.to.unwrap_or(Timestamp::from_micros(i64::MAX)),
        id: i64::MIN,
    };
    let mut query = TransactionPageQuery {
        before: cursor
            .as_ref()
            .and_then(TransactionPosition::from_cursor)
            .unwrap_or(until),
        from: filter.from.unwrap_or(Timestamp::from_micros(i64::MIN)),
        kind: filter.kind,
        feature_id: None,
        // One row more than requested shows that a next page exists.
        limit: limit + 1,
    };
    let of = BookKey {
        website_id: Some(access.website_id.clone()),
        mode: access.mode,
    };
    // Reading creates no book.
    let context = find_book(app, &of).await?;
    let sources = match (&filter.customer, &context) {
        (None, None) => Vec::new(),
        (None, Some(context)) => vec![TransactionSource::Book(context.book.id)],
        (Some(id), _) => wallets(app, access, id).await?,
    };
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    if let Some(code) = &filter.feature {
        query.feature_id = features::id_of(&mut db, scope, code).await?;
        if query.feature_id.is_none() {
            return Err(Problem::not_found("feature"));
        }
    }
    let mut found = Vec::with_capacity(sources.len());
    for one in sources {
        found.push(book_pages::page(&mut db, one, query).await?);
    }
    drop(reader);
    let (rows, next) = merge_pages(found, limit);
    let next_cursor = next.map(|position| position.cursor().seal(&app.sealer, &list));
    let website = context.and_then(|context| context.website.clone());
    let of_site = |named: NamedTransaction| listed(named, website.clone(), access.mode);
    Ok(TransactionPage {
        items: rows.into_iter().map(of_site).collect(),
        next_cursor: next_cursor.transpose()?,
    })
}

/// Adds the website and the mode to a transaction.
fn listed(named: NamedTransaction, website: Option<WebsiteLink>, mode: Mode) -> ListedTransaction {
    ListedTransaction {
        transaction: Transaction {
            website,
            ..named.transaction
        },
        customer: Some(named.customer),
        mode,
    }
}

/// Returns the wallets of a customer and of the customers merged into it.
async fn wallets(
    app: &App,
    access: &SiteAccess,
    id: &str,
) -> Result<Vec<TransactionSource>, Problem> {
    let customer = customers::find(app, access, id).await?;
    let mut reader = app.database.reader().await?;
    let whose = OwnerFilter::Customer(&customer.id, &access.website_id, access.mode);
    let wallets = statements::wallets(&mut reader.connection(), whose).await?;
    let of_wallet = wallets
        .iter()
        .map(|wallet| TransactionSource::Wallet(wallet.account_id));
    Ok(of_wallet.collect())
}

/// Merges the rows of several queries, newest first, and finds where the next page begins. It drops rows behind the point at
/// which a query stopped scanning, so that no page skips a row.
fn merge_pages(
    found: Vec<ScannedPage>,
    limit: i64,
) -> (Vec<NamedTransaction>, Option<TransactionPosition>) {
    let scanned_to = found.iter().filter_map(|one| one.scanned_to).max();
    let mut rows: Vec<(TransactionPosition, NamedTransaction)> =
        found.into_iter().flat_map(|one| one.transactions).collect();
    rows.sort_unstable_by_key(|(position, _)| std::cmp::Reverse(*position));
    rows.retain(|(position, _)| scanned_to.is_none_or(|end| *position >= end));
    let length = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = rows.len() > length;
    rows.truncate(length);
    let next = if has_more {
        rows.last().map(|(position, _)| *position)
    } else {
        scanned_to
    };
    (rows.into_iter().map(|(_, row)| row).collect(), next)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cursors carry this text sealed: a rename must not change it.
    #[test]
    fn text_of_a_filter_names_its_values_only() {
        let filter = TransactionFilter {
            customer: Some("cus_1".to_owned()),
            kind: Some(TxnKind::Grant),
            from: Some(Timestamp::from_micros(5)),
            ..TransactionFilter::default()
        };
        let expected = r#"(Some("cus_1"), None, Some("grant"), Some(5), None)"#;
        assert_eq!(filter.text(), expected);
    }
}
