//! Wire types of lists of transactions. Each item has the mode, which other responses contain in their balance.

use poem_openapi::Object;
use poem_openapi::types::Example;

use crate::caller::Mode;
use crate::credits::api::responses::TransactionDto;
use crate::credits::queries::transactions::TransactionPage;
use crate::credits::store::rows::{CustomerNames, ListedTransaction};
use crate::schema::Nullable;

/// A customer's names, as the website gave them.
#[derive(Clone, Debug, Object)]
#[oai(rename = "TransactionCustomer", example)]
struct CustomerNamesDto {
    /// The id in the website's own system.
    external_id: Nullable<String>,
    /// The e-mail address that the website gave.
    email: Nullable<String>,
    /// A name; null until there is a way to give one.
    name: Nullable<String>,
}

impl From<CustomerNames> for CustomerNamesDto {
    fn from(names: CustomerNames) -> Self {
        Self {
            external_id: names.external_id.into(),
            email: names.email.into(),
            name: names.name.into(),
        }
    }
}

impl Example for CustomerNamesDto {
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
pub(crate) struct ListedTransactionDto {
    #[oai(flatten)]
    transaction: TransactionDto,
    /// The customer's names; null when the account holder reads.
    customer: Nullable<CustomerNamesDto>,
    /// The mode: `live` or `test`.
    mode: Mode,
}

impl From<ListedTransaction> for ListedTransactionDto {
    fn from(listed: ListedTransaction) -> Self {
        Self {
            transaction: listed.transaction.into(),
            customer: listed.customer.map(CustomerNamesDto::from).into(),
            mode: listed.mode,
        }
    }
}

impl Example for ListedTransactionDto {
    fn example() -> Self {
        Self {
            transaction: TransactionDto::example(),
            customer: Some(CustomerNamesDto::example()).into(),
            mode: Mode::Live,
        }
    }
}

/// One page of transactions, newest first.
#[derive(Clone, Debug, Object)]
#[oai(rename = "TransactionPage", example)]
pub(crate) struct TransactionPageDto {
    /// The transactions.
    items: Vec<ListedTransactionDto>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
}

impl From<TransactionPage> for TransactionPageDto {
    fn from(page: TransactionPage) -> Self {
        Self {
            items: page.items.into_iter().map(Into::into).collect(),
            next_cursor: page.next_cursor.into(),
        }
    }
}

impl Example for TransactionPageDto {
    fn example() -> Self {
        Self {
            items: vec![ListedTransactionDto::example()],
            next_cursor: None.into(),
        }
    }
}
