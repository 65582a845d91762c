//! First operator: a one-time link, printed at the start, makes its user the operator.

mod claim;
mod issue_link;
mod link;
mod page;
mod store;

pub use issue_link::issue_link;
pub(crate) use page::{claim_page, spend_link};
