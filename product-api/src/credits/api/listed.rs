//! Transactions among others on the wire: with the mode, which the answer of an operation tells with its balance.

use poem_openapi::Object;
use poem_openapi::types::Example;

use super::forms::TransactionAnswer;
use crate::caller::Mode;
use crate::credits::statement::{Listed, Page};
use crate::schema::Nullable;

/// Something that happened to a balance, and whether with real or play credits.
#[derive(Clone, Debug, Object)]
#[oai(rename = "ListedTransaction", example)]
pub(super) struct ListedAnswer {
    #[oai(flatten)]
    transaction: TransactionAnswer,
    /// Whether these are real or play credits.
    mode: Mode,
}

impl From<Listed> for ListedAnswer {
    fn from(listed: Listed) -> Self {
        Self {
            transaction: listed.transaction.into(),
            mode: listed.mode,
        }
    }
}

impl Example for ListedAnswer {
    fn example() -> Self {
        Self {
            transaction: TransactionAnswer::example(),
            mode: Mode::Live,
        }
    }
}

/// One page of transactions, newest first.
#[derive(Clone, Debug, Object)]
#[oai(rename = "TransactionPage", example)]
pub(super) struct PageAnswer {
    /// The transactions.
    items: Vec<ListedAnswer>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
}

impl From<Page> for PageAnswer {
    fn from(page: Page) -> Self {
        Self {
            items: page.items.into_iter().map(Into::into).collect(),
            next_cursor: page.next_cursor.into(),
        }
    }
}

impl Example for PageAnswer {
    fn example() -> Self {
        Self {
            items: vec![ListedAnswer::example()],
            next_cursor: None.into(),
        }
    }
}
