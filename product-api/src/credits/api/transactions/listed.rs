//! Wire types of lists of transactions. Each item has the mode, which other responses contain in their balance.

use poem_openapi::Object;
use poem_openapi::types::Example;

use crate::caller::Mode;
use crate::credits::api::responses::TransactionAnswer;
use crate::credits::queries::transactions::Page;
use crate::credits::store::views::{CustomerNames, Listed};
use crate::schema::Nullable;

/// A customer's names, as the website gave them.
#[derive(Clone, Debug, Object)]
#[oai(rename = "TransactionCustomer", example)]
struct CustomerNamesAnswer {
    /// The id in the website's own system.
    external_id: Nullable<String>,
    /// The e-mail address that the website gave.
    email: Nullable<String>,
    /// A name; null until there is a way to give one.
    name: Nullable<String>,
}

impl From<CustomerNames> for CustomerNamesAnswer {
    fn from(names: CustomerNames) -> Self {
        Self {
            external_id: names.external_id.into(),
            email: names.email.into(),
            name: names.name.into(),
        }
    }
}

impl Example for CustomerNamesAnswer {
    fn example() -> Self {
        Self {
            external_id: Some("user-42".to_owned()).into(),
            email: None.into(),
            name: None.into(),
        }
    }
}

/// A change of a balance, with its mode.
#[derive(Clone, Debug, Object)]
#[oai(rename = "ListedTransaction", example)]
pub(crate) struct ListedAnswer {
    #[oai(flatten)]
    transaction: TransactionAnswer,
    /// The customer's names; null when the account holder reads.
    customer: Nullable<CustomerNamesAnswer>,
    /// The mode: `live` or `test`.
    mode: Mode,
}

impl From<Listed> for ListedAnswer {
    fn from(listed: Listed) -> Self {
        Self {
            transaction: listed.transaction.into(),
            customer: listed.customer.map(CustomerNamesAnswer::from).into(),
            mode: listed.mode,
        }
    }
}

impl Example for ListedAnswer {
    fn example() -> Self {
        Self {
            transaction: TransactionAnswer::example(),
            customer: Some(CustomerNamesAnswer::example()).into(),
            mode: Mode::Live,
        }
    }
}

/// One page of transactions, newest first.
#[derive(Clone, Debug, Object)]
#[oai(rename = "TransactionPage", example)]
pub(crate) struct PageAnswer {
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
