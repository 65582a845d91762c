//! Wire types of lists of transactions. Each item has the mode, which other responses contain in their balance.

use poem_openapi::Object;
use poem_openapi::types::Example;

use crate::caller::Mode;
use crate::credits::api::responses::TransactionAnswer;
use crate::credits::queries::transactions::TransactionPage;
use crate::credits::store::rows::{CustomerNames, ListedTransaction};
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
pub(crate) struct ListedTransactionAnswer {
    #[oai(flatten)]
    transaction: TransactionAnswer,
    /// The customer's names; null when the account holder reads.
    customer: Nullable<CustomerNamesAnswer>,
    /// The mode: `live` or `test`.
    mode: Mode,
}

impl From<ListedTransaction> for ListedTransactionAnswer {
    fn from(listed: ListedTransaction) -> Self {
        Self {
            transaction: listed.transaction.into(),
            customer: listed.customer.map(CustomerNamesAnswer::from).into(),
            mode: listed.mode,
        }
    }
}

impl Example for ListedTransactionAnswer {
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
pub(crate) struct TransactionPageAnswer {
    /// The transactions.
    items: Vec<ListedTransactionAnswer>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
}

impl From<TransactionPage> for TransactionPageAnswer {
    fn from(page: TransactionPage) -> Self {
        Self {
            items: page.items.into_iter().map(Into::into).collect(),
            next_cursor: page.next_cursor.into(),
        }
    }
}

impl Example for TransactionPageAnswer {
    fn example() -> Self {
        Self {
            items: vec![ListedTransactionAnswer::example()],
            next_cursor: None.into(),
        }
    }
}
